/** Facts of operations in two-factor-users.ts that deviate from the defaults (spec/facts.ts). */
import { belowOwners, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = { life: lifeless.signingIn };

export const facts: Facts = {
  'PATCH /console/two_factor_users': {
    call: { params: () => ({ require_two_factor: 'nobody' }) },
    audit: { testedIn: 'api/console/two-factor-required.test.ts' },
  },
  'DELETE /console/users/{user_id}/two_factor': {
    refused: { ...belowOwners, owner: 'no factor' },
    call: { fails: 'it is off: api/console/two-factor-required.test.ts' },
    audit: { testedIn: 'api/console/two-factor-required.test.ts' },
  },
};
