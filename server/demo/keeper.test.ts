/** Demo data built ahead, so that a reset need not wait. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Demo } from '../operations/services.ts';
import { openStorage, type Storage } from '../storage/database.ts';
import { copyDemo } from '../testing/demo-folder.ts';
import { yesterday } from './calendar.ts';
import { DemoImages } from './images.ts';
import { findDemo } from './keeper.ts';
import { scenarioNames } from './scenario-names.ts';

const nowMs = Date.parse('2026-03-02T09:00:00Z');
let root = '';
let storage: Storage;
let demo: Demo;
let isBusy = true;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-keeper-'));
  const dataDir = join(root, 'demo');
  await copyDemo('empty', dataDir);
  // All but the quickest to build are there: what is in them is not looked at.
  const images = new DemoImages(dataDir);
  for (const name of scenarioNames.filter((one) => one !== 'empty'))
    await copyDemo('empty', images.scenarioFolder({ scenario: name, language: 'en', lastDay: yesterday(nowMs) }));
  storage = await openStorage({ dataDir });
  const found = await findDemo({
    dataDir,
    storage,
    nowMs: () => nowMs,
    log: pino({ level: 'silent' }),
    isBusy: () => isBusy,
  });
  if (found === null) throw new Error('the folder is no demo');
  demo = found;
});

afterEach(async () => {
  await demo.stop();
  await storage.close();
  await rm(root, { recursive: true });
});

const notReady = async (): Promise<string[]> =>
  (await demo.state()).scenarios.filter((one) => !one.is_ready).map(({ name }) => name);

it('builds the scenarios that are not there, once the machine has time', async () => {
  expect(await notReady()).toEqual(['empty']);
  isBusy = true;
  await demo.buildAhead();
  expect(await notReady()).toEqual(['empty']);
  isBusy = false;
  await demo.buildAhead();
  expect(await notReady()).toEqual([]);
});
