/** Many newcomers at once, from a list: looked at first, then made row by row, each row a transaction of its own. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import { z } from 'zod';
import { rowResultShape } from '../../contract/shapes/accounts.ts';
import type { ImportRow, RowError, RowResult } from '../../contract/shapes/accounts.ts';
import {
  checkMayImport,
  firstErrors,
  importAccount,
  importInvitation,
  importKinds,
  rowErrors,
  type ImportKind,
} from '../../domain/accounts/import.ts';
import type { Acting } from '../../domain/acting.ts';
import { listOf, oneOf } from '../../http/params.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

const name = z.string().max(300);
const row: z.ZodType<ImportRow> = z.object({
  full_name: name,
  email: name,
  role: z.string().max(40).default(''),
  channels: z.array(name).max(100).default([]),
  groups: z.array(name).max(100).default([]),
});
const kind = oneOf(importKinds)
  .default('accounts')
  .describe('"accounts" with a link to choose a password, or "invitations".');

export const checkAccounts = endpoint({
  method: 'POST',
  path: '/console/accounts/check',
  access: 'administrator',
  summary: 'What is wrong with each row of a list of newcomers; makes nothing.',
  personal: false,
  answer: { results: z.array(rowResultShape) },
  params: { rows: listOf(row, { min: 1, max: 2000 }), kind },
  async run({ read, params }) {
    const { rows, kind: wanted } = params;
    const addresses = new Set<string>();
    const found: RowError[][] = [];
    while (found.length < rows.length) {
      const slice = await read((viewing) => {
        checkMayImport(viewing, wanted);
        return firstErrors(viewing, rows.slice(found.length), wanted, addresses);
      });
      found.push(...slice);
      await othersFirst();
    }
    return { results: found.map((errors) => ({ errors })) };
  },
});

export const makeAccounts = endpoint({
  method: 'POST',
  path: '/console/accounts',
  access: 'administrator',
  summary: 'Make the accounts or invitations of a list; a row with errors is passed over and says them.',
  personal: false,
  answer: { results: z.array(rowResultShape) },
  params: { rows: listOf(row, { min: 1, max: 100 }), kind },
  async run({ read, write, params }) {
    await read((viewing) => checkMayImport(viewing, params.kind));
    const results: RowResult[] = [];
    // One after the other: a row may be in the way of the next, and requests pass in between.
    for (const each of params.rows) results.push(await write((acting) => make(acting, each, params.kind)));
    return { results };
  },
});

function make(acting: Acting, each: ImportRow, wanted: ImportKind): RowResult {
  checkMayImport(acting, wanted);
  const errors = rowErrors(acting, each, wanted);
  if (errors.length > 0) return { errors };
  return { errors, ...(wanted === 'accounts' ? importAccount(acting, each) : importInvitation(acting, each)) };
}
