/** The schema of a backup from elsewhere: nothing hides behind a name that SQLite keeps for itself. */
import { expect, test } from 'vitest';
import { Engine } from './engine.ts';
import { makeFirstImage } from './first-image.ts';
import { createMemoryImage } from './memory-image.ts';
import { shippedMigrations } from './migrate.ts';
import { whyForeign } from './trusted-content.ts';

const ownersSql = "SELECT 'amara@example.org' AS email, 'amara@example.org' AS key";
const rules = { ownersSql, keepsDemo: false, droppedTables: [] };

async function engineOf(bytes: Uint8Array): Promise<Engine> {
  const memory = createMemoryImage(bytes.length);
  memory.view(bytes.length).set(bytes);
  return Engine.open(memory);
}

const freshEngine = async (): Promise<Engine> => engineOf((await makeFirstImage(shippedMigrations())).bytes);

/** Runs a statement with another name, and puts the name in its bytes, where no statement may. */
async function smuggle(name: string, statement: (name: string) => string): Promise<Engine> {
  const honest = await freshEngine();
  const place = 'q'.repeat(name.length);
  honest.run(statement(place), []);
  const text = Buffer.from(honest.image.view(honest.imageBytes())).toString('latin1');
  honest.close();
  return engineOf(Buffer.from(text.replaceAll(place, name), 'latin1'));
}

const trigger = (name: string): string =>
  `CREATE TRIGGER "${name}" AFTER INSERT ON messages BEGIN UPDATE users SET role = 100; END`;

test('a database as the migrations make it is taken', async () => {
  const engine = await freshEngine();
  expect(await whyForeign(engine, rules)).toBeUndefined();
  engine.close();
});

test.each([
  'sqlite_evil',
  'SQLITE_EVIL',
  'sqlite_stat1',
  'sqlite_stat4',
  'sqlite_sequence',
  'sqlite_autoindex_users_9',
  'sqliteXevil',
])('a trigger named "%s" is found', async (name) => {
  const engine = await smuggle(name, trigger);
  expect(await whyForeign(engine, rules)).toContain(`a trigger ${name}`);
  engine.close();
});

test.each(['sqlite_view', 'sqlite_stat1', 'sqlite_autoindex_x_1'])('a view named "%s" is found', async (name) => {
  const engine = await smuggle(name, (view) => `CREATE VIEW "${view}" AS SELECT api_key FROM users`);
  expect(await whyForeign(engine, rules)).toContain(`a view ${name}`);
  engine.close();
});
