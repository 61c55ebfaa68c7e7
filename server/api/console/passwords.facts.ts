/** Facts of operations in passwords.ts that deviate from the defaults (spec/facts.ts). */
import { lifeless, type Examples, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const examples: Examples = { reset_key: ({ ids }) => ids.resetKey };

export const shared: SharedFacts = { life: lifeless.signingIn };

export const facts: Facts = {
  'GET /console/new_password/{reset_key}': { refused: {} },
  'POST /console/new_password/{reset_key}': { refused: {}, audit: ['user changed'] },
  'POST /console/forgotten_password': { refused: {}, audit: 'a link for oneself; the new password is reported' },
};
