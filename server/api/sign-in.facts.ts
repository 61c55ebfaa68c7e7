/** Facts of operations in sign-in.ts that deviate from the defaults (spec/facts.ts). */
import { lifeless, type Examples, type Facts, type SharedFacts } from '../spec/facts.ts';

export const examples: Examples = { mobile_flow_otp: () => 'ab'.repeat(32) };

export const shared: SharedFacts = { life: lifeless.signingIn };

export const facts: Facts = {
  'POST /fetch_api_key': { refused: {}, audit: ['user api_key_shown'] },
  'POST !/accounts/login/mobile': { refused: {}, audit: ['user api_key_shown'] },
};
