/** Draft events are newer than the answer to a request of before. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inChannel, keyOf } from '../../client/state/conversation.ts';
import { DraftStore } from './draft-store.ts';

const conversation = inChannel(5, 'paint');
let answer: (said: object) => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () => new Promise((resolve) => (answer = (said) => resolve(new Response(JSON.stringify(said))))),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The server told what the draft of the place says, since when, if there is one. */
const tell = (drafts: DraftStore, content?: string, timestamp = 0): void => {
  const draft = { id: 7, type: 'stream', to: [5], topic: 'paint', content: content ?? '', timestamp } as const;
  const told = new Map(content === undefined ? [] : [[7, { ...draft, to: [...draft.to] }]]);
  drafts.update({ me: 8, home: 'here', drafts: told, isSynchronized: true });
};

test('words of another device, told before the answer to those of this one, are what the server has', async () => {
  const drafts = new DraftStore(8, { append: () => undefined, keep: () => undefined });
  tell(drafts);
  drafts.write(conversation, 'from the phone');
  await vi.advanceTimersByTimeAsync(3000);
  tell(drafts, 'from the phone');
  tell(drafts, 'of the desktop', Date.now() / 1000 + 60);
  answer({ ids: [7] });
  await vi.runAllTimersAsync();
  expect(drafts.locals.getState().get(keyOf(conversation))).toMatchObject({
    text: 'of the desktop',
    serverId: 7,
    syncedText: 'of the desktop',
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a text of a tab that is gone is saved here, after that tab would have saved it', async () => {
  const item = {
    home: 'here',
    conversation,
    text: 'left behind',
    changedAt: Date.now(),
    serverId: null,
    syncedText: null,
  };
  const name = `hearth.draft.8.${keyOf(conversation)}`;
  const stored = { [name]: JSON.stringify(item), getItem: (key: string) => (key === name ? stored[name] : null) };
  vi.stubGlobal('localStorage', { ...stored, setItem: () => undefined, removeItem: () => undefined });
  const drafts = new DraftStore(8, { append: () => undefined, keep: () => undefined });
  tell(drafts);
  drafts.leave(conversation);
  drafts.flush();
  await vi.advanceTimersByTimeAsync(9000);
  expect(fetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1500);
  expect(fetch).toHaveBeenCalledTimes(1);
});
