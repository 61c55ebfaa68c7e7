/** Facts of operations in imports.ts that deviate from the defaults (spec/facts.ts). */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { belowOwners, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = {
  audit: 'a file is read and waits; the import itself is in the log',
  life: lifeless.replaced,
};

export const facts: Facts = {
  'POST /console/imports': {
    refused: { ...belowOwners, owner: 'no export' },
    call: { fails: 'the body is no export: api/console/imports.test.ts' },
  },
  'POST /console/imports/upload': { call: { params: () => ({ name: 'team.zip', size: 1000 }) } },
  'POST /console/imports/upload/part': {
    refused: { ...belowOwners, owner: 'no upload begun' },
    call: { params: () => ({ offset: 0 }), fails: 'no upload was begun: api/console/import-uploads.test.ts' },
  },
  'POST /console/imports/from_file': {
    refused: { ...belowOwners, owner: 'no such file' },
    call: {
      params: () => ({ path: join(tmpdir(), 'no-such-export.tar.gz') }),
      fails: 'there is no such file: api/console/imports.test.ts',
    },
  },
  'POST /console/imports/start': {
    refused: { ...belowOwners, owner: 'no file chosen' },
    call: { fails: 'no file was chosen: api/console/imports.test.ts' },
  },
  'GET /console/imports/report': {
    refused: { ...belowOwners, owner: 'no report' },
    call: { fails: 'nothing was imported: api/console/imports.test.ts' },
    audit: 'counts and places in a file, without names and texts',
  },
  'POST /console/imports/sign_in_links': { audit: { testedIn: 'api/console/audit-log.test.ts' } },
};
