/** Updates: nothing is asked for without an address, nothing is fetched without consent, nothing is installed without a backup. */
import { expect, it } from 'vitest';
import { installWhenAllowed } from '../desktop-tools.ts';
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
    install: (onFailed) => {
      calls.push('install');
      fail = onFailed;
    },
  };
  let fail: (error: Error) => void = () => undefined;
  let ring = (): void => undefined;
  const kinds: string[] = [];
  const updates = createUpdates({
    updater,
    feed: () => options.feed,
    backUp: () => options.backUp(),
    stop: async () => void calls.push('stop'),
    goOn: () => void calls.push('go on'),
    after: (ms, fn) => {
      ring = fn;
      return () => void calls.push(`called off ${ms}`);
    },
    onState: ({ kind, progress }) => kinds.push(progress === null ? kind : `${kind} ${progress}`),
  });
  return { updates, calls, kinds, options, fail: (error: Error) => fail(error), ring: () => ring() };
}

it('sends no request while no feed is set', async () => {
  const { updates, calls } = setUp('');
  await updates.check();
  await updates.download();
  await updates.install();
  expect(calls).toEqual([]);
  expect(updates.state().kind).toBe('off');
});

it('checks, downloads and installs one request at a time, with a backup first', async () => {
  const { updates, calls, kinds } = setUp();
  await updates.install();
  await updates.download();
  await updates.check();
  expect(updates.state()).toMatchObject({ kind: 'available', version: '2.0.0' });
  expect(calls).toEqual(['check https://example.com/hearth']);
  await updates.download();
  await updates.check();
  expect(updates.state()).toMatchObject({ kind: 'ready', version: '2.0.0' });
  void updates.install();
  await expect.poll(() => calls.slice(1)).toEqual(['download', 'back up', 'stop', 'install']);
  expect(kinds).toEqual(['checking', 'available', 'downloading 0', 'downloading 0.5', 'ready']);
});

it('does not install without a backup, and reports why', async () => {
  const { updates, calls, options } = setUp();
  await updates.check();
  await updates.download();
  options.backUp = async () => Promise.reject(new Error('The disk is full.'));
  await updates.install();
  expect(updates.state()).toMatchObject({ kind: 'ready', message: 'The disk is full.' });
  expect(calls).not.toContain('install');
});

it.each([
  ['the installer reports an error', 'Command pkexec exited with code 126'],
  ['the app still runs', 'The installer did not start, or was cancelled.'],
])('runs the server again and gives the reason when %s', async (way, message) => {
  const { updates, calls, fail, ring } = setUp();
  await updates.check();
  await updates.download();
  const installing = updates.install();
  await expect.poll(() => calls).toContain('install');
  if (way === 'the app still runs') ring();
  else fail(new Error('Command pkexec exited with code 126'));
  await installing;
  expect(updates.state()).toMatchObject({ kind: 'ready', message });
  expect(calls.at(-1)).toBe('go on');
});

it('counts the time of an installer after its password dialog, which blocks the app', async () => {
  const order: string[] = [];
  const updates = createUpdates({
    updater: {
      check: async () => '2.0.0',
      download: async () => undefined,
      install: () => void order.push('password dialog closed'),
    },
    feed: () => 'https://example.com/',
    backUp: async () => undefined,
    stop: async () => undefined,
    goOn: () => void order.push('go on'),
    after: () => {
      order.push('limit begins');
      return () => undefined;
    },
    onState: () => undefined,
  });
  await updates.check();
  await updates.download();
  void updates.install();
  await expect.poll(() => order).toEqual(['password dialog closed', 'limit begins']);
});

it('reports no update, and a failed check in one line', async () => {
  const none = setUp(undefined, null);
  await none.updates.check();
  expect(none.updates.state().kind).toBe('none');
  const failed = setUp(undefined, new Error('net::ERR_NAME_NOT_RESOLVED\nat somewhere'));
  await failed.updates.check();
  expect(failed.updates.state()).toMatchObject({ kind: 'failed', message: 'net::ERR_NAME_NOT_RESOLVED' });
});

it('forgets the update of a former feed', async () => {
  const { updates, options } = setUp();
  await updates.check();
  options.feed = '';
  updates.forget();
  expect(updates.state()).toMatchObject({ kind: 'off', version: null });
});

it('installs a downloaded update for a page only after the person confirms', async () => {
  const { updates, calls, fail } = setUp();
  const asked: string[] = [];
  let isAllowed = false;
  const dialogs = {
    pickFolder: async () => null,
    pickFile: async () => null,
    confirm: async ({ title }: { title: string }) => {
      asked.push(title);
      return isAllowed;
    },
  };
  await updates.check();
  await installWhenAllowed(dialogs, updates);
  expect(asked).toEqual([]);
  await updates.download();
  await installWhenAllowed(dialogs, updates);
  expect(asked).toEqual(['Install Hearth 2.0.0 now?']);
  expect(calls).not.toContain('back up');
  expect(updates.state().kind).toBe('ready');
  isAllowed = true;
  const installed = installWhenAllowed(dialogs, updates);
  await expect.poll(() => calls).toContain('install');
  expect(calls.slice(calls.indexOf('back up'), calls.indexOf('install') + 1)).toEqual(['back up', 'stop', 'install']);
  fail(new Error('the disk is full'));
  await installed;
});
