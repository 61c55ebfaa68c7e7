/** Files belong to a box: where its words go, they go. */
import { expect, test } from 'vitest';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import { UploadStore } from './upload-store.ts';

const before = inChannel(5, 'before');
const after = inChannel(5, 'after');

test('files, and what waits for them, go where the text of their box go', () => {
  const sent: Conversation[] = [];
  const uploads = new UploadStore({
    onUploaded: () => undefined,
    onAllUploaded: (conversation) => sent.push(conversation),
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
  const uploads = new UploadStore({ onUploaded: () => undefined, onAllUploaded: () => undefined });
  uploads.add(before, [new File([new Uint8Array(2 ** 20 + 1)], 'large.pdf')], 1);
  uploads.retry(1);
  expect(uploads.entries.getState()).toMatchObject([{ state: 'failed', canRetry: false, preview: null }]);
});
