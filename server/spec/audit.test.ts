/**
 * Every operation that changes something is called once, and its entries in the audit log are compared with its facts: a new one has
 * entries there, or a reason, or is private to its caller. Every table is watched, or has a reason. Calls are rehearsed, so that each
 * starts from the same.
 */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { endpoints } from '../api/index.ts';
import type { SystemActing } from '../domain/acting.ts';
import { auditWatch } from '../domain/audit/record.ts';
import { auditedTables } from '../domain/audit/subjects.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
import { serverSettings } from '../operations/server-audit.ts';
import { notedChanges } from '../storage/row-watch.ts';
import { callOf, validParams } from './calls.ts';
import { auditOf, defaultAudit, operationOf, statedFacts } from './operation-facts.ts';
import { rehearse } from './rehearsal.ts';
import { setScene, type Scene } from './scene.ts';
import { encode, requestFor } from './send.ts';
import { silentColumns, silentTables } from './unaudited-tables.ts';

const changing = endpoints.filter(({ method }) => method !== 'GET');
const files = endpoints.filter(({ method, answer }) => method === 'GET' && answer === 'file');

let scene: Scene;
let lastId: number;
beforeAll(async () => {
  scene = await setScene();
  lastId = (await scene.world.db<{ id: number }>('SELECT max(id) AS id FROM audit_log'))[0]?.id ?? 0;
});
afterAll(async () => scene.stop());

/** What stands in the log when a call has written. What storage does at the end of its transaction is done here. */
async function entriesOf(endpoint: ApiEndpoint): Promise<{ status: number; entries: string[] }> {
  const { as } = callOf(endpoint);
  let entries: string[] = [];
  const look = ({ tx }: SystemActing): void => {
    auditWatch(() => scene.world.clock.nowMs, serverSettings).changed(tx, notedChanges(tx));
    entries = tx
      .all<{ entry: string }>("SELECT kind || ' ' || action AS entry FROM audit_log WHERE id > ? ORDER BY id", lastId)
      .map(({ entry }) => entry);
  };
  scene.world.server.services.signIns = new SignInLimiter(scene.world.server.services.options.clock);
  const request = requestFor(endpoint, encode(validParams(endpoint, scene, as)));
  const { status } = await rehearse(async () => scene.sender.send(request, scene.people[as].authorization), look);
  return { status, entries };
}

test('every operation that changes something, and every file, has entries or a reason why it has none', () => {
  const unknown = [...changing, ...files].filter((endpoint) => auditOf(endpoint) === undefined);
  expect(unknown.map(operationOf)).toEqual([]);
  const needless = endpoints.filter(
    (endpoint) =>
      statedFacts(endpoint).audit !== undefined &&
      (endpoint.method === 'GET'
        ? endpoint.answer !== 'file'
        : Array.isArray(defaultAudit(endpoint)) && isNone(endpoint)),
  );
  expect(needless.map(operationOf)).toEqual([]);
});

const isNone = (endpoint: ApiEndpoint): boolean => {
  const audit = auditOf(endpoint);
  return typeof audit === 'string' || (Array.isArray(audit) && audit.length === 0);
};

test('every test that proves entries exists', () => {
  const missing = endpoints.filter((endpoint) => {
    const audit = auditOf(endpoint);
    return (
      typeof audit === 'object' && 'testedIn' in audit && !existsSync(new URL(`../${audit.testedIn}`, import.meta.url))
    );
  });
  expect(missing.map(operationOf)).toEqual([]);
});

test.each(changing.map((endpoint) => [operationOf(endpoint), endpoint] as const))(
  '%s writes the entries that it states',
  async (_operation, endpoint) => {
    const { status, entries } = await entriesOf(endpoint);
    const audit = auditOf(endpoint) ?? [];
    // Where another test proves them, the valid call of the scene may write some or none.
    const wanted = typeof audit === 'string' ? [] : 'testedIn' in audit ? entries : audit;
    expect(entries).toEqual(wanted);
    // An answer that refuses would prove nothing of what a success writes.
    expect(status < 400 || callOf(endpoint).fails !== undefined).toBe(true);
  },
);

test('every table and column is watched, or says why not', async () => {
  const tables = await scene.world.db<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const watched = auditedTables(serverSettings);
  const names = tables.map(({ name }) => name);
  expect(names.filter((name) => (watched[name] === undefined) === (silentTables[name] === undefined))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(Object.keys(watched)));
  for (const [name, { key, columns }] of Object.entries(watched)) {
    const has = await scene.world.db<{ name: string }>('SELECT name FROM pragma_table_info(?)', name);
    const placed = [key, ...Object.keys(columns), ...Object.keys(silentColumns[name] ?? {})];
    expect(has.map((column) => column.name).toSorted(), name).toEqual([...new Set(placed)].toSorted());
  }
});

test('no watched table is written by a statement of another: triggers stand from the first of its own on', async () => {
  const other = await scene.world.db<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'");
  expect(other).toEqual([]);
  for (const name of Object.keys(auditedTables(serverSettings))) {
    const passedOn = await scene.world.db<{ table: string }>(
      "SELECT * FROM pragma_foreign_key_list(?) WHERE on_delete != 'NO ACTION' OR on_update != 'NO ACTION'",
      name,
    );
    expect(passedOn, name).toEqual([]);
  }
});
