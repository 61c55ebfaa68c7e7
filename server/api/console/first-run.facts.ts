/** Facts of operations in first-run.ts that deviate from the defaults (spec/facts.ts). */
import {
  belowOwners,
  unaudited,
  lifeless,
  type Examples,
  type Facts,
  type Refused,
  type SharedFacts,
} from '../../spec/facts.ts';

/** The one-time link decides, a user who calls. */
export const byUsedLink: Refused = {
  owner: 'used link',
  administrator: 'used link',
  moderator: 'used link',
  member: 'used link',
  guest: 'used link',
  bot: 'used link',
  deactivated: 'used link',
  stranger: 'used link',
};

export const examples: Examples = { organization_name: () => 'Another' };

export const shared: SharedFacts = { life: lifeless.replaced };

export const facts: Facts = {
  'GET /console/setup': { refused: {} },
  'POST /console/setup': {
    refused: byUsedLink,
    call: { fails: 'the organization exists: api/console/first-run.test.ts' },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'POST /console/setup/check': {
    refused: byUsedLink,
    call: { fails: 'the organization exists: api/console/first-run.test.ts' },
    audit: unaudited.unchanged,
  },
  'POST /console/setup/restores': {
    refused: byUsedLink,
    call: { fails: 'the organization exists: api/console/restores.test.ts' },
    audit: 'a file is read and waits; restoring it is informed',
  },
  'POST /console/setup/restores/{restore_id}': {
    refused: byUsedLink,
    call: { fails: 'the organization exists: api/console/restores.test.ts' },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'POST /console/setup/sample': {
    refused: byUsedLink,
    call: { fails: 'the organization exists: api/console/sample.test.ts' },
    audit: 'sample data comes, which no one administers',
  },
  'POST /console/sample/leave': {
    refused: { ...belowOwners, owner: 'no sample' },
    call: { fails: 'the data is no sample: api/console/sample.test.ts' },
    audit: 'sample data goes, with its log',
  },
};
