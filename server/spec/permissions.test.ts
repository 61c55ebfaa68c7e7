/**
 * Roles times operations, tested whole: every row beside the API is a call of everyone that is allowed, or refused with the
 * very status, code and message that it gives. Calls are rehearsed, so that each starts from the same.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { endpoints } from '../api/index.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
import { requireTranslations } from '../testing/error-languages.ts';
import { validParams } from './calls.ts';
import { callers, type Caller } from './facts.ts';
import { factsFiles, operationOf } from './operation-facts.ts';
import { impliedRow, isPlain, statedRows, wholeTable, type PermissionRow } from './permission-rows.ts';
import { permissionTable } from './permission-table.ts';
import { refusals, type Refusal } from './refusals.ts';
import { rehearse } from './rehearsal.ts';
import { actors, setScene, type Actor, type Scene } from './scene.ts';
import { encode, requestFor } from './send.ts';

requireTranslations();

const cellsOf = ({ refused }: PermissionRow): Record<Caller, string> =>
  Object.fromEntries(callers.map((caller) => [caller, refused[caller] ?? 'yes'])) as Record<Caller, string>;

const byOperation = new Map(endpoints.map((endpoint) => [operationOf(endpoint), endpoint]));
const rows = wholeTable(endpoints);
const keyOf = ({ operation, circumstance = '' }: PermissionRow): string => `${operation}: ${circumstance}`;

/** "POST /realm/filters is for owner and administrator". */
function sentence({ operation, circumstance, refused }: PermissionRow): string {
  const allowed = callers.filter((caller) => refused[caller] === undefined);
  const accounts = allowed.length === actors.length && !allowed.includes('deactivated');
  const who =
    allowed.length === 0
      ? 'nobody'
      : allowed.length === callers.length
        ? 'everybody'
        : accounts
          ? 'everyone with an account'
          : allowed.join(', ').replace(/, ([^,]+)$/, ' and $1');
  return `${operation}${circumstance === undefined ? '' : ` (${circumstance})`} is for ${who}`;
}

let scene: Scene;
let untouched: string;
beforeAll(async () => {
  scene = await setScene();
  untouched = await scene.world.dump();
});
afterAll(async () => {
  await scene.stop();
});

async function outcome(endpoint: ApiEndpoint, row: PermissionRow, caller: Caller): Promise<string> {
  // A user who has nothing of their own tries it with what is the member's.
  const who: Actor = caller === 'deactivated' || caller === 'stranger' ? 'member' : caller;
  const params = { ...validParams(endpoint, scene, who), ...row.params?.(scene, who) };
  scene.world.server.services.signIns = new SignInLimiter(scene.world.server.services.options.clock);
  const client = caller === 'deactivated' ? scene.deactivated : scene.people[who];
  const authorization = caller === 'stranger' ? undefined : client.authorization;
  const { status, body } = await scene.sender.send(requestFor(endpoint, encode(params)), authorization);
  if (status < 400) return 'yes';
  const word = row.refused[caller];
  return word !== undefined && isThat(refusals[word], status, body)
    ? word
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
    expect(outcomes).toEqual(cellsOf(row));
  });

  it('trying all that left everything as it was', async () => {
    expect(await scene.world.dump()).toBe(untouched);
  });
});

describe('the rows', () => {
  it('say something of every operation', () => {
    const missing = [...byOperation.keys()].filter((operation) => !rows.some((row) => isPlain(row, operation)));
    expect(missing).toEqual([]);
  });

  it('are stated beside the declarations of their operations, and not where these imply them', () => {
    const misplaced = factsFiles.flatMap(({ name, facts, declared }) => {
      const own = new Set(declared.map(operationOf));
      return Object.keys(facts)
        .filter((operation) => !own.has(operation))
        .map((operation) => `${operation} in ${name}`);
    });
    expect(misplaced).toEqual([]);
    const needless = [...byOperation.values()]
      .flatMap((endpoint) => impliedRow(endpoint) ?? [])
      .filter((row) =>
        statedRows.some((one) => isPlain(one, row.operation) && isDeepStrictEqual(cellsOf(one), cellsOf(row))),
      );
    expect(needless.map(keyOf)).toEqual([]);
  });

  it('are of operations that there are, none twice', () => {
    expect(rows.filter(({ operation }) => !byOperation.has(operation)).map(keyOf)).toEqual([]);
    expect(rows.map(keyOf).filter((key, i, all) => all.indexOf(key) !== i)).toEqual([]);
  });

  it('use every word that is explained', () => {
    const used = new Set(rows.flatMap(({ refused }) => Object.values(refused)));
    expect([...used].toSorted()).toEqual(Object.keys(refusals).toSorted());
  });

  it('let no one without an active account do anything that needs one', () => {
    const leaks = rows.filter(
      ({ operation, refused }) =>
        byOperation.get(operation)?.access !== 'anonymous' &&
        (refused.stranger === undefined || refused.deactivated === undefined),
    );
    expect(leaks.map(keyOf)).toEqual([]);
  });

  it('are what permissions.md shows: `npx vitest run server/spec/permissions.test.ts -u` writes it again', async () => {
    await expect(permissionTable([...byOperation.keys()], rows)).toMatchFileSnapshot('permissions.md');
  });
});
