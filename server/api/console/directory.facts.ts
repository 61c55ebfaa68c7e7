/** Facts of operations in directory.ts that deviate from the defaults (spec/facts.ts). */
import { belowOwners, unaudited, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = { audit: unaudited.unchanged, life: lifeless.machine };

export const facts: Facts = {
  'PATCH /console/directory': {
    call: { params: () => ({ settings: { ldap_password_help: 'Ask the office.' } }) },
    audit: ['directory changed'],
  },
  'POST /console/directory/test_user': {
    refused: { ...belowOwners, owner: 'no directory' },
    call: { fails: 'there is no directory: api/console/directory.test.ts' },
  },
  'POST /console/directory/preview': {
    refused: { ...belowOwners, owner: 'no directory' },
    call: { fails: 'there is no directory: api/console/directory.test.ts' },
  },
  'POST /console/directory/synchronize': { audit: 'what it changes of accounts is reported about these' },
};
