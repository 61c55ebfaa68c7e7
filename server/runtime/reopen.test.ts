/** Swapping the data under a running server: what clients notice, and that nothing is lost when it goes wrong. */
import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupFolder } from '../storage/backup.ts';
import { incomingFolder, swapIn } from '../storage/database.ts';
import { restore } from '../storage/restore.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let saved: string;

beforeEach(async () => {
  world = await startWorld();
  saved = join(world.dataDir, 'backups', 'saved.tar');
  await mkdir(join(world.dataDir, 'backups'));
  await say('kept');
  await world.server.services.storage.backup(saved);
  await say('later');
});
afterEach(async () => world.stop());

const say = async (content: string): Promise<unknown> =>
  world.member.ok.post('/messages', { type: 'channel', to: 'general', topic: 'greetings', content });

async function said(): Promise<string[]> {
  const { messages } = await world.member.ok.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'greetings' }],
    apply_markdown: false,
  });
  return (messages as { content: string }[]).map(({ content }) => content);
}

const restoreSaved = { prepare: async (folder: string) => void (await restore(saved, folder)) };

async function hasLeftovers(): Promise<boolean> {
  return (await readdir(world.dataDir)).includes('replacing');
}

describe('a swap', () => {
  it('answers from the new data at the same address, with services made again', async () => {
    const { url, services } = world.server;
    await world.server.reopen(restoreSaved);
    expect(world.server.url).toBe(url);
    expect(world.server.services).not.toBe(services);
    expect(await said()).toEqual(['kept']);
    await say('after');
    await world.restart();
    expect(await said()).toEqual(['kept', 'after']);
    expect(await hasLeftovers()).toBe(false);
  });

  it('releases long polls, and asks their clients to register again', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    const poll = world.member.get('/events', { queue_id: queue.queueId, last_event_id: queue.lastEventId });
    const { queues } = world.server.services;
    await expect.poll(() => queues.list().filter((one) => queues.isPolled(one))).toHaveLength(1);
    await world.server.reopen(restoreSaved);
    expect((await poll).body).toMatchObject({ result: 'success', events: [] });
    await world.member.fails(
      'GET',
      '/events',
      { queue_id: queue.queueId, last_event_id: queue.lastEventId },
      { status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id: queue.queueId },
    );
  });

  it('lets requests that come meanwhile wait, and answers them from the new data', async () => {
    let asked: Promise<string[]> | undefined;
    await world.server.reopen({
      ...restoreSaved,
      settle: async () => {
        asked = said();
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    expect(await asked).toEqual(['kept']);
  });

  it('happens one at a time', async () => {
    const first = world.server.reopen(restoreSaved);
    await expect(world.server.reopen(restoreSaved)).rejects.toThrow(/already being replaced/);
    await first;
    expect(await said()).toEqual(['kept']);
  });

  it('leaves backups and logs where they are', async () => {
    await world.server.reopen(restoreSaved);
    expect(await readdir(join(world.dataDir, 'backups'))).toEqual(['saved.tar']);
  });
});

describe('a swap that fails', () => {
  it('changes nothing when the new data cannot be put together', async () => {
    const { services } = world.server;
    const failing = world.server.reopen({ prepare: async () => Promise.reject(new Error('no such backup')) });
    await expect(failing).rejects.toThrow('no such backup');
    expect(world.server.services).toBe(services);
    expect(await said()).toEqual(['kept', 'later']);
    expect(await hasLeftovers()).toBe(false);
  });

  it.each([
    [
      'cannot be opened',
      { prepare: async (folder: string) => writeFile(join(folder, 'snapshot-00000001.sqlite'), 'not this') },
    ],
    ['is refused', { ...restoreSaved, settle: async () => Promise.reject(new Error('not this one')) }],
  ])('puts back what was there, with its event queues, when the new data %s', async (why, change) => {
    const queue = await world.member.register({ event_types: ['message', 'restart'] });
    await expect(world.server.reopen(change)).rejects.toThrow(why === 'is refused' ? 'not this one' : /is missing/);
    expect(await said()).toEqual(['kept', 'later']);
    await say('again');
    const { body } = await world.member.get('/events', { queue_id: queue.queueId, last_event_id: queue.lastEventId });
    expect(body).toMatchObject({ events: [{ type: 'restart' }, { type: 'message' }] });
    expect(await hasLeftovers()).toBe(false);
  });
});

describe('a swap that is cut off', () => {
  it('is undone by the next start when the new data was in place but not yet answered from', async () => {
    await world.server.stop();
    await restore(saved, await incomingFolder(world.dataDir));
    await swapIn(world.dataDir);
    await world.start();
    expect(await said()).toEqual(['kept', 'later']);
    expect(await hasLeftovers()).toBe(false);
  });

  it('is undone before a backup is made of the stopped folder', async () => {
    await world.server.stop();
    await restore(saved, await incomingFolder(world.dataDir));
    await swapIn(world.dataDir);
    const file = join(world.dataDir, 'backups', 'stopped.tar');
    await backupFolder(world.dataDir, file);
    await restore(file, join(world.dataDir, 'backups', 'elsewhere'));
    await world.start();
    await world.server.reopen({
      prepare: async (folder) => cp(join(world.dataDir, 'backups', 'elsewhere'), folder, { recursive: true }),
    });
    expect(await said()).toEqual(['kept', 'later']);
  });

  it('is undone by the next start when only a part had been moved away', async () => {
    await world.server.stop();
    await restore(saved, await incomingFolder(world.dataDir));
    const leaving = join(world.dataDir, 'replacing', 'leaving');
    await mkdir(leaving);
    await rename(join(world.dataDir, 'journal'), join(leaving, 'journal'));
    await world.start();
    expect(await said()).toEqual(['kept', 'later']);
    expect(await hasLeftovers()).toBe(false);
  });
});
