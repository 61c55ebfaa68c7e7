/**
 * Roles times operations, tested whole: every cell of permissions.md is a call that is allowed, or refused with the very
 * status, code and message that the table gives. Calls are rehearsed, so that each starts from the same.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../api/index.ts';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
import { operationOf, validParams } from './calls.ts';
import { circumstances } from './permission-calls.ts';
import { rehearse } from './rehearsal.ts';
import { actors, setScene, type Actor, type Scene } from './scene.ts';
import { encode, requestFor } from './send.ts';

const callers = [...actors, 'deactivated', 'stranger'] as const;
type Caller = (typeof callers)[number];

interface Refusal {
  status: number;
  code: string;
  /** A last "…" stands for anything. */
  message: string;
}

interface Row {
  operation: string;
  circumstance: string;
  cells: Record<Caller, string>;
}

const [refusalRows, operationRows] = readTables(new URL('permissions.md', import.meta.url));
const refusals = new Map(
  refusalRows.map(([word = '', status, code = '', message = '']): [string, Refusal] => [
    word,
    { status: Number(status), code, message },
  ]),
);
const rows = operationRows.map(([operation = '', circumstance = '', ...words]): Row => ({
  operation,
  circumstance,
  cells: Object.fromEntries(callers.map((caller, i) => [caller, words[i] ?? ''])) as Record<Caller, string>,
}));

/** The bodies of the two tables: cells without the marks of code. */
function readTables(file: URL): [string[][], string[][]] {
  const tables = readFileSync(file, 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) =>
      section
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2)
        .map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim().replaceAll('`', '')),
        ),
    );
  return [tables[0] ?? [], tables[1] ?? []];
}

const byOperation = new Map(endpoints.map((endpoint) => [operationOf(endpoint), endpoint]));
const keyOf = ({ operation, circumstance }: Row): string => `${operation}: ${circumstance}`;

/** "POST /realm/filters is for owner and administrator". */
function sentence({ operation, circumstance, cells }: Row): string {
  const allowed = callers.filter((caller) => cells[caller] === 'yes');
  const accounts = allowed.length === actors.length && !allowed.includes('deactivated');
  const who =
    allowed.length === 0
      ? 'nobody'
      : allowed.length === callers.length
        ? 'everybody'
        : accounts
          ? 'everybody with an account'
          : allowed.join(', ').replace(/, ([^,]+)$/, ' and $1');
  return `${operation}${circumstance === '' ? '' : ` (${circumstance})`} is for ${who}`;
}

let scene: Scene;
let untouched: string;
beforeAll(async () => {
  scene = await setScene();
  untouched = await scene.world.dump();
}, 60_000);
afterAll(async () => {
  await scene.stop();
});

async function outcome(endpoint: ApiEndpoint, row: Row, caller: Caller): Promise<string> {
  // Whoever has nothing of their own tries it with what is the member's.
  const who: Actor = caller === 'deactivated' || caller === 'stranger' ? 'member' : caller;
  const params = { ...validParams(endpoint, scene, who), ...circumstances[keyOf(row)]?.(scene, who) };
  scene.world.server.services.signIns = new SignInLimiter();
  const client = caller === 'deactivated' ? scene.deactivated : scene.people[who];
  const authorization = caller === 'stranger' ? undefined : client.authorization;
  const { status, body } = await scene.sender.send(requestFor(endpoint, encode(params)), authorization);
  if (status < 400) return 'yes';
  const expected = refusals.get(row.cells[caller]);
  return expected !== undefined && isThat(expected, status, body)
    ? row.cells[caller]
    : `${status} ${String(body['code'])} ${String(body['msg'])}`;
}

function isThat({ status, code, message }: Refusal, sentStatus: number, body: Record<string, unknown>): boolean {
  const msg = String(body['msg']);
  const isMessage = message.endsWith('…') ? msg.startsWith(message.slice(0, -1)) : msg === message;
  return sentStatus === status && body['code'] === code && isMessage;
}

describe('with the settings of a new organization', () => {
  it.each(rows.map((row) => [sentence(row), row] as const))('%s', async (_name, row) => {
    const endpoint = byOperation.get(row.operation);
    if (endpoint === undefined) throw new Error(`there is no ${row.operation}`);
    const outcomes = await rehearse(async () => {
      const found: Partial<Record<Caller, string>> = {};
      for (const caller of callers) found[caller] = await outcome(endpoint, row, caller);
      return found;
    });
    expect(outcomes).toEqual(row.cells);
  });

  it('trying all that left everything as it was', async () => {
    expect(await scene.world.dump()).toBe(untouched);
  });
});

describe('the table', () => {
  it('has a row for every operation of the server', () => {
    const plain = new Set(rows.filter(({ circumstance }) => circumstance === '').map(({ operation }) => operation));
    expect([...byOperation.keys()].filter((operation) => !plain.has(operation))).toEqual([]);
  });

  it('has no row for an operation that there is no more, and no row twice', () => {
    expect(rows.filter(({ operation }) => !byOperation.has(operation)).map(keyOf)).toEqual([]);
    expect(rows.map(keyOf).filter((key, i, all) => all.indexOf(key) !== i)).toEqual([]);
  });

  it('has a row for every circumstance, and a circumstance for every row that names one', () => {
    const inTable = rows.filter(({ circumstance }) => circumstance !== '').map(keyOf);
    expect(inTable.toSorted()).toEqual(Object.keys(circumstances).toSorted());
  });

  it('explains every word, and uses every word that it explains', () => {
    const used = new Set(rows.flatMap(({ cells }) => Object.values(cells)));
    expect([...used].toSorted()).toEqual(['yes', ...refusals.keys()].toSorted());
  });

  it('lets nobody without an active account do anything that needs one', () => {
    const leaks = rows.filter(
      ({ operation, cells }) =>
        byOperation.get(operation)?.access !== 'anonymous' && (cells.stranger === 'yes' || cells.deactivated === 'yes'),
    );
    expect(leaks.map(keyOf)).toEqual([]);
  });
});
