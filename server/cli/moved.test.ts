/** Commands on the old folder after a move: they name the new one, and use the old copy only when it is meant. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveFolder } from '../storage/move.ts';
import { startWorld, type World } from '../testing/world.ts';
import { backup, move, recover } from './backup.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';

let world: World;
let to: string;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  await world.server.stop();
  folder = mkdtempSync(join(tmpdir(), 'hearth-moved-'));
  to = join(folder, 'new');
  await moveFolder(world.dataDir, to);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.stop();
});

const out = (name: string): string => join(folder, name);
const commands = {
  backup: async (flags: object) => backup.run({ 'data-dir': world.dataDir, out: out('a.backup'), ...flags }, () => {}),
  recover: async (flags: object) => recover.run({ 'data-dir': world.dataDir, ...flags }, () => {}),
  export: async (flags: object) =>
    exportCommand.run({ 'data-dir': world.dataDir, out: out('a.tar.gz'), ...flags }, () => {}),
  move: async (flags: object) => move.run({ 'data-dir': world.dataDir, to: out('again'), ...flags }, () => {}),
};

test.each(Object.entries(commands))('%s refuses the old folder, and takes it when it is meant', async (_, run) => {
  await expect(run({})).rejects.toMatchObject({
    reason: 'moved',
    message: `The data of ${world.dataDir} was moved to ${to}. Use --data-dir ${to}, or add --anyway to use this old copy.`,
  });
  await run({ anyway: true });
});

test('import refuses the old folder before it reads the file', async () => {
  const from = out('team.zip');
  writeFileSync(from, 'no export');
  await expect(importCommand.run({ 'data-dir': world.dataDir, from }, () => {})).rejects.toMatchObject({
    reason: 'moved',
  });
});
