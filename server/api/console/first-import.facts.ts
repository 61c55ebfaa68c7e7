/** Facts of operations in first-import.ts that deviate from the defaults (spec/facts.ts). Callers send the token of the set-up link. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';
import { byUsedLink as refused } from './first-run.facts.ts';

export const shared: SharedFacts = {
  audit: 'a file is read and waits; the import itself is in the log',
  life: lifeless.replaced,
};

export const facts: Facts = {
  'POST /console/setup/imports/state': {
    refused,
    call: { fails: 'the organization exists: api/console/imports.test.ts' },
  },
  'POST /console/setup/imports': {
    refused,
    call: { fails: 'the organization exists: api/console/imports.test.ts' },
  },
  'POST /console/setup/imports/upload': {
    refused,
    call: {
      params: () => ({ name: 'team.zip', size: 1000 }),
      fails: 'the organization exists: api/console/import-uploads.test.ts',
    },
  },
  'POST /console/setup/imports/upload/part': {
    refused,
    call: { params: () => ({ offset: 0 }), fails: 'the organization exists: api/console/import-uploads.test.ts' },
  },
  'POST /console/setup/imports/from_file': {
    refused,
    call: {
      params: () => ({ path: join(tmpdir(), 'no-such-export.tar.gz') }),
      fails: 'the organization exists: api/console/imports.test.ts',
    },
  },
  'POST /console/setup/imports/start': {
    refused,
    call: { fails: 'the organization exists: api/console/imports.test.ts' },
  },
  'POST /console/setup/imports/cancel': {
    refused,
    call: { fails: 'the organization exists: api/console/imports.test.ts' },
  },
};
