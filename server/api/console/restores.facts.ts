/** Facts of operations in restores.ts that deviate from the defaults (spec/facts.ts). */
import { belowOwners, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = {
  audit: 'a file is read and waits; restoring it is informed',
  life: lifeless.replaced,
};

export const facts: Facts = {
  'POST /console/restores': {
    refused: { ...belowOwners, owner: 'no backup' },
    call: { fails: 'the body is no backup: api/console/restores.test.ts' },
  },
  'POST /console/restores/{restore_id}': {
    refused: { ...belowOwners, owner: 'not handed in' },
    call: { fails: 'nothing was handed in: api/console/restores.test.ts' },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'POST /console/backups/{name}/restore': {
    refused: { ...belowOwners, owner: 'wrong password' },
    call: {
      params: ({ ids }) => ({ name: ids.backup, password: 'not this one' }),
      fails: 'it would replace the scene: api/console/restores.test.ts',
    },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
    life: lifeless.machine,
  },
};
