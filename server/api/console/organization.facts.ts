/** Facts of operations in organization.ts that deviate from the defaults (spec/facts.ts). */
import { belowOwners, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = {
  life: 'A user who rests is let in nowhere: deactivation.test.ts has what is reported before and after.',
};

export const facts: Facts = {
  'POST /console/organization/deactivate': {
    call: { params: () => ({ password: 'a good password' }) },
    audit: ['organization deactivated'],
  },
  'POST /console/organization/reactivate': {
    refused: { owner: 'not deactivated', ...belowOwners },
    call: { fails: 'the organization is not deactivated: api/console/deactivation.test.ts' },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
};
