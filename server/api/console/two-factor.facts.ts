/** Facts of operations in two-factor.ts that deviate from the defaults (spec/facts.ts). */
import {
  withoutAccount,
  nobody,
  allCallers,
  unaudited,
  lifeless,
  type Examples,
  type Facts,
  type SharedFacts,
} from '../../spec/facts.ts';

export const examples: Examples = { setup_token: () => 'none', two_factor_code: () => '000000' };

export const shared: SharedFacts = { life: lifeless.signingIn };

export const facts: Facts = {
  'POST /console/two_factor/setup': { refused: { ...withoutAccount, bot: 'not bots' }, audit: unaudited.unchanged },
  'POST /console/two_factor': {
    refused: { ...nobody('set-up ended'), ...withoutAccount },
    call: { fails: 'no set-up was begun: api/console/two-factor.test.ts' },
    audit: { testedIn: 'api/console/two-factor.test.ts' },
  },
  'POST /console/two_factor/recovery_codes': {
    refused: { ...nobody('factor off'), ...withoutAccount },
    call: { fails: 'it is off: api/console/two-factor.test.ts' },
    audit: { testedIn: 'api/console/two-factor.test.ts' },
  },
  'DELETE /console/two_factor': {
    refused: { ...nobody('factor off'), ...withoutAccount },
    call: { fails: 'it is off: api/console/two-factor.test.ts' },
    audit: { testedIn: 'api/console/two-factor.test.ts' },
  },
  'POST /console/sign_in/two_factor_setup': {
    refused: allCallers('set up later'),
    call: { fails: 'it is not required: api/console/two-factor-required.test.ts' },
    audit: unaudited.session,
  },
  'POST /console/sign_in/two_factor': {
    refused: allCallers('set-up ended'),
    call: { fails: 'no set-up was begun: api/console/two-factor-required.test.ts' },
    audit: { testedIn: 'api/console/two-factor-required.test.ts' },
  },
};
