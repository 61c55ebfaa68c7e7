/** Updates: nothing is asked for without an address, nothing is fetched without consent, nothing is installed without a backup. */
import { expect, it } from 'vitest';
import { createUpdates, type Updater } from './updates.ts';

function setUp(feed = 'https://example.com/hearth', found: string | null | Error = '2.0.0') {
  const calls: string[] = [];
  const options = { feed, backUp: async () => void calls.push('back up') };
  const updater: Updater = {
    check: async (from) => {
      calls.push(`check ${from}`);
      if (found instanceof Error) throw found;
      return found;
    },
    download: async (onProgress) => {
      calls.push('download');
      onProgress(0.5);
    },
    install: () => void calls.push('install'),
  };
  const kinds: string[] = [];
  const updates = createUpdates({
    updater,
    feed: () => options.feed,
    backUp: () => options.backUp(),
    stop: async () => void calls.push('stop'),
    onState: ({ kind, progress }) => kinds.push(progress === null ? kind : `${kind} ${progress}`),
  });
  return { updates, calls, kinds, options };
}

it('asks nobody while no feed is set', async () => {
  const { updates, calls } = setUp('');
  await updates.check();
  await updates.download();
  await updates.install();
  expect(calls).toEqual([]);
  expect(updates.state().kind).toBe('off');
});

it('goes from found to fetched to installed one consent at a time, with a backup before', async () => {
  const { updates, calls, kinds } = setUp();
  await updates.install();
  await updates.download();
  await updates.check();
  expect(updates.state()).toMatchObject({ kind: 'available', version: '2.0.0' });
  expect(calls).toEqual(['check https://example.com/hearth']);
  await updates.download();
  await updates.check();
  expect(updates.state()).toMatchObject({ kind: 'ready', version: '2.0.0' });
  await updates.install();
  expect(calls.slice(1)).toEqual(['download', 'back up', 'stop', 'install']);
  expect(kinds).toEqual(['checking', 'available', 'downloading 0', 'downloading 0.5', 'ready']);
});

it('does not install when there is no backup, and says why', async () => {
  const { updates, calls, options } = setUp();
  await updates.check();
  await updates.download();
  options.backUp = async () => Promise.reject(new Error('The disk is full.'));
  await updates.install();
  expect(updates.state()).toMatchObject({ kind: 'ready', message: 'The disk is full.' });
  expect(calls).not.toContain('install');
});

it('says that there is none, and that nobody answered in one line', async () => {
  const none = setUp(undefined, null);
  await none.updates.check();
  expect(none.updates.state().kind).toBe('none');
  const failed = setUp(undefined, new Error('net::ERR_NAME_NOT_RESOLVED\nat somewhere'));
  await failed.updates.check();
  expect(failed.updates.state()).toMatchObject({ kind: 'failed', message: 'net::ERR_NAME_NOT_RESOLVED' });
});

it('forgets what an old feed offered', async () => {
  const { updates, options } = setUp();
  await updates.check();
  options.feed = '';
  updates.forget();
  expect(updates.state()).toMatchObject({ kind: 'off', version: null });
});
