/**
 * Every operation that can change something is called once, and what the audit log says of it is compared with audit-rows.ts: a
 * new one is either told of there, or says why not. So does every table. Calls are rehearsed, so that each starts from the same.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { endpoints } from '../api/index.ts';
import type { SystemActing } from '../domain/acting.ts';
import { auditWatch } from '../domain/audit/record.ts';
import { auditedTables } from '../domain/audit/subjects.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
import { serverSettings } from '../operations/server-audit.ts';
import { notedChanges } from '../storage/row-watch.ts';
import { silenceOf, silentColumns, silentFiles, silentTables, told, toldElsewhere, toldFiles } from './audit-rows.ts';
import { callOf, operationOf, validParams } from './calls.ts';
import { rehearse } from './rehearsal.ts';
import { setScene, type Scene } from './scene.ts';
import { encode, requestFor } from './send.ts';

const changing = endpoints.filter(({ method }) => method !== 'GET');
const operations = new Set(changing.map(operationOf));

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

test('every operation that changes something is told of, or says why not', () => {
  const unknown = changing
    .filter(({ path }) => silenceOf(path) === undefined)
    .map(operationOf)
    .filter((operation) => told[operation] === undefined && !toldElsewhere.has(operation));
  expect(unknown).toEqual([]);
  expect([...Object.keys(told), ...toldElsewhere].filter((operation) => !operations.has(operation))).toEqual([]);
});

test('every file that is handed out is told of, or says why not', () => {
  const files = endpoints.filter(({ method, answer }) => method === 'GET' && answer === 'file').map(operationOf);
  expect(files.toSorted()).toEqual([...toldFiles, ...Object.keys(silentFiles)].toSorted());
});

test.each(changing.map((endpoint) => [operationOf(endpoint), endpoint] as const))(
  '%s says what it says',
  async (operation, endpoint) => {
    const { status, entries } = await entriesOf(endpoint);
    // Told elsewhere: here it may be told of or not.
    expect(entries).toEqual(told[operation] ?? (toldElsewhere.has(operation) ? entries : []));
    // An answer that refuses would say nothing of what a success tells.
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
