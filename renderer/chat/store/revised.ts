/**
 * An entry that was edited after a request with it may have left goes under the same key. The server then has one message at most,
 * with the current text or those of before; where it has those of before, they are made those of the present.
 */
import { ApiError, request } from '../../client/request.ts';
import { keyOf } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import type { Outcome, OutboxEntry } from './outbox.ts';

interface Options {
  ownId: number;
  newKey: () => string;
}

/** @param id of the message under the entry's key. @throws ApiError when the server says nothing of it: it is asked again. */
export async function settleRevised(entry: OutboxEntry, id: number, { ownId, newKey }: Options): Promise<Outcome> {
  const message = await unlessRefused(
    request('GET', `/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true }),
  );
  // Deleted, or out of sight: there are no words of before.
  if (message instanceof ApiError) return { kind: 'as-new', key: newKey() };
  const there = message.message;
  if (keyOf(conversationOf(there, ownId)) !== keyOf(entry.conversation)) {
    const gone = await unlessRefused(request('DELETE', `/messages/${id}`));
    return gone instanceof ApiError
      ? { kind: 'sent-before', key: newKey(), reason: gone.message }
      : { kind: 'as-new', key: newKey() };
  }
  if (there.content.trim() === entry.content.trim()) return { kind: 'sent', messageId: id };
  const changed = await unlessRefused(request('PATCH', `/messages/${id}`, { content: entry.content }));
  return changed instanceof ApiError
    ? { kind: 'sent-before', key: newKey(), reason: changed.message }
    : { kind: 'sent', messageId: id };
}

/** @returns what was asked for, or why it is refused. @throws ApiError for anything that says nothing of the message */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | ApiError> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status) && error.code !== 'CSRF_FAILED')
      return error;
    throw error;
  }
}
