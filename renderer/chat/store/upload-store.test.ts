/** Files belong to a box: where its words go, they go. */
import { beforeEach, expect, test } from 'vitest';
import { page, runOn } from '../../client/page-port.ts';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import { isCurrent, type KeptUpload, type UploadKeeper } from './upload-keeper.ts';
import { UploadStore } from './upload-store.ts';

const home = 'office 7';

/** A browser in which pages kept these uploads. */
function browserWith(kept: readonly KeptUpload[] = []) {
  const uploads = new Map(kept.map((upload) => [upload.key, upload]));
  const keeper: UploadKeeper = {
    takeOver: async (userId, whose) => [...uploads.values()].filter((one) => isCurrent(one, userId, whose, now)),
    put: async (upload) => void uploads.set(upload.key, upload),
    change: async (key, changes) => {
      const upload = uploads.get(key);
      if (upload !== undefined) uploads.set(key, { ...upload, ...changes });
    },
    remove: async (key) => void uploads.delete(key),
  };
  return { uploads, options: { keeper: async () => keeper, onRestored: () => undefined } };
}

const now = Date.UTC(2026, 0, 9);
const keptUpload: KeptUpload = {
  key: 'a',
  userId: 7,
  home,
  target: inChannel(5, 'before'),
  name: 'plan.pdf',
  size: 4,
  modifiedAt: 1,
  file: null,
  address: '/api/v1/tus/abc',
  isAwaited: true,
  keptAt: Date.UTC(2026, 0, 8),
};

beforeEach(() => {
  const stored = new Map([['hearth.uploads', 'kept']]);
  runOn({
    ...page(),
    storage: {
      keys: () => [...stored.keys()],
      get: (name) => stored.get(name) ?? null,
      set: (name, value) => void stored.set(name, value),
      remove: (name) => void stored.delete(name),
    },
  });
});

const before = inChannel(5, 'before');
const after = inChannel(5, 'after');

test('files, and what waits for them, go where the text of their box go', () => {
  const sent: Conversation[] = [];
  const uploads = new UploadStore({
    onUploaded: () => undefined,
    onAllUploaded: (conversation) => sent.push(conversation),
    ...browserWith().options,
  });
  // Too large, so that nothing leaves for a server.
  const file = new File([new Uint8Array(2 ** 20 + 1)], 'plan.pdf');
  uploads.add(before, [file], 1);
  uploads.add(inChannel(5, 'beside'), [file], 1);
  uploads.sendWhenDone(before, true);
  uploads.redirect(before, after);
  expect(uploads.entries.getState().map(({ target }) => target)).toEqual([after, inChannel(5, 'beside')]);
  expect([...uploads.sendingWhenDone.getState()]).toEqual([keyOf(after)]);
  uploads.cancel(1);
  expect(sent).toEqual([after]);
});

test('does not send a file again that is too large', () => {
  const uploads = new UploadStore({
    onUploaded: () => undefined,
    onAllUploaded: () => undefined,
    ...browserWith().options,
  });
  uploads.add(before, [new File([new Uint8Array(2 ** 20 + 1)], 'large.pdf')], 1);
  uploads.retry(1);
  expect(uploads.entries.getState()).toMatchObject([{ state: 'failed', canRetry: false, preview: null }]);
});

test('asks for a file that the browser did not keep, and the message goes on waiting for it', async () => {
  const { uploads: stored, options } = browserWith([keptUpload]);
  const sent: Conversation[] = [];
  const uploads = new UploadStore({
    ...options,
    onUploaded: () => undefined,
    onAllUploaded: (conversation) => sent.push(conversation),
  });
  await uploads.begin(7, home);
  expect(uploads.entries.getState()).toMatchObject([
    { name: 'plan.pdf', state: 'failed', needsFile: true, reason: 'Choose the file again to continue.' },
  ]);
  expect([...uploads.sendingWhenDone.getState()]).toEqual([keyOf(before)]);
  uploads.retry(1);
  uploads.chooseAgain(1, new File(['12345'], 'plan.pdf'));
  expect(uploads.entries.getState()).toMatchObject([
    { state: 'failed', reason: 'This is another file. Choose plan.pdf.' },
  ]);
  // A second registration takes nothing over again.
  await uploads.begin(7, home);
  expect(uploads.entries.getState()).toHaveLength(1);
  uploads.cancel(1);
  expect(sent).toEqual([before]);
  await expect.poll(() => stored.size).toBe(0);
});

test.each([
  ['of another user', { userId: 8 }],
  ['of other data', { home: 'another office' }],
  ['that the server has forgotten', { keptAt: Date.UTC(2026, 0, 1) }],
])('does not go on with an upload %s', async (_, difference) => {
  const { options } = browserWith([{ ...keptUpload, ...difference }]);
  const uploads = new UploadStore({ ...options, onUploaded: () => undefined, onAllUploaded: () => undefined });
  await uploads.begin(7, home);
  expect(uploads.entries.getState()).toEqual([]);
});

test('keeps what a message waits for, and where its files go', async () => {
  const { uploads: stored, options } = browserWith([keptUpload]);
  const uploads = new UploadStore({ ...options, onUploaded: () => undefined, onAllUploaded: () => undefined });
  await uploads.begin(7, home);
  uploads.sendWhenDone(before, false);
  uploads.redirect(before, after);
  await expect.poll(() => stored.get('a')).toMatchObject({ isAwaited: false, target: after });
});
