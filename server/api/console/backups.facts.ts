/** Facts of operations in backups.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = { life: lifeless.machine };

export const facts: Facts = {
  'POST /console/backups': { audit: ['backup started'] },
  'GET /console/backups/{name}': {
    call: { params: ({ ids }) => ({ name: ids.backup }) },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'POST /console/backups/{name}/check': {
    call: { params: ({ ids }) => ({ name: ids.backup }) },
    audit: unaudited.unchanged,
  },
  'DELETE /console/backups/{name}': {
    call: { params: ({ ids }) => ({ name: ids.backup }) },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'PATCH /console/backup_settings': {
    call: { params: () => ({ settings: { backup_keep: 7 } }) },
    audit: ['backup changed'],
  },
};
