/**
 * Sent exactly once: a client names each message by a key of its own, and sends it under that key until it has an answer. The key
 * is written in the message's transaction, so that it is there exactly when the message is. Owns the table `sent_message_keys`.
 */
import { createHash } from 'node:crypto';
import { daySecs } from '../../durations.ts';
import { ApiError, badRequest } from '../../errors.ts';
import type { Acting, SystemActing } from '../acting.ts';
import type { SentMessage } from './send.ts';

const keptForDays = 7;
/** Longer than any client is away with something unsent. Seconds. */
const keptFor = keptForDays * daySecs;
const maxKeyLength = 128;
const keyForm = new RegExp(`^[!-~]{1,${maxKeyLength}}$`);

/** The header that carries the key, for those who read the API's description. */
export const sentKeyHeaders = {
  'Idempotency-Key': {
    doc: `Your own name for this message, new for each. Sent again under the same key within ${keptForDays} days, it is not sent twice: the answer is the one of the first time. Another content under the same key is refused (IDEMPOTENCY_KEY_REUSED, with the id of the first message).`,
    schema: { type: 'string', minLength: 1, maxLength: maxKeyLength, pattern: '^[!-~]+$' },
  },
} as const;

interface KeyRow {
  message_id: number;
  visibility_policy: 2 | 3 | null;
  /** null: written before contents were kept. */
  content_sha256: string | null;
}

/** @param header as Node gives it. @returns the key, or undefined where none was sent. @throws ApiError BAD_REQUEST */
export function readSentKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !keyForm.test(header))
    throw badRequest(`Idempotency-Key must be 1 to ${maxKeyLength} visible ASCII characters`);
  return header;
}

/**
 * Sends, unless this user has sent the same content under this key before: then the answer is the first one. Channel and topic may
 * differ, because topics are renamed and moved while a client is away; people are always the same.
 * @param recipients of a direct message, as one text; empty for a channel.
 * @throws ApiError IDEMPOTENCY_KEY_REUSED for another content; and what `send` throws
 */
export function sendOnce(
  acting: Acting,
  { key, content, recipients }: { key: string | undefined; content: string; recipients: string },
  send: () => SentMessage,
): SentMessage {
  if (key === undefined) return send();
  const { tx, user, now } = acting;
  const digest = createHash('sha256').update(`${recipients}\n${content}`).digest('hex');
  const before = tx.get<KeyRow>(
    'SELECT message_id, visibility_policy, content_sha256 FROM sent_message_keys WHERE user_id = ? AND key = ?',
    user.id,
    key,
  );
  if (before !== undefined && (before.content_sha256 ?? digest) !== digest) throw keyReused(before.message_id);
  if (before !== undefined)
    return {
      id: before.message_id,
      ...(before.visibility_policy !== null && { automaticNewVisibilityPolicy: before.visibility_policy }),
    };
  const sent = send();
  tx.run(
    'INSERT INTO sent_message_keys (user_id, key, message_id, visibility_policy, content_sha256, sent_at) VALUES (?, ?, ?, ?, ?, ?)',
    user.id,
    key,
    sent.id,
    sent.automaticNewVisibilityPolicy ?? null,
    digest,
    now,
  );
  return sent;
}

const keyReused = (id: number): ApiError =>
  new ApiError(
    409,
    'IDEMPOTENCY_KEY_REUSED',
    'Another content was sent under this Idempotency-Key: send this one under a new key, or edit the first message.',
    { id },
  );

/** Forgets the keys that no one comes back with any more. */
export function pruneSentKeys({ tx, now }: SystemActing): void {
  tx.run('DELETE FROM sent_message_keys WHERE sent_at < ?', now - keptFor);
}
