/**
 * Submessages: small JSON texts that clients hang on a message, for polls and the like. Owns `submessages`
 * (contract: Submessage).
 */
import { toUsers } from '../../events/audience.ts';
import { badRequest } from '../../errors.ts';
import type { Acting } from '../acting.ts';
import { audienceIds } from './audience.ts';
import { messageName, type MessageRow } from './rows.ts';

/**
 * Adds one. Only the author of a message begins; once there is one, everybody who reads the message may answer.
 * @throws ApiError BAD_REQUEST when the content is not JSON, or somebody else would begin.
 */
export function addSubmessage(acting: Acting, message: MessageRow, msgType: string, content: string): number {
  if (!isJson(content)) throw badRequest('Invalid json for submessage');
  const isFirst = acting.db.get('SELECT 1 FROM submessages WHERE message_id = ? LIMIT 1', message.id) === undefined;
  if (isFirst && message.sender_id !== acting.user.id)
    throw badRequest('You cannot attach a submessage to this message.');
  const id = insertSubmessage(acting, message.id, msgType, content);
  acting.announce(
    {
      type: 'submessage',
      msg_type: msgType,
      content,
      message_id: message.id,
      sender_id: acting.user.id,
      submessage_id: id,
    },
    toUsers(audienceIds(acting.db, message)),
  );
  return id;
}

/** Writes one with the message it belongs to, and tells nobody: the message's own event carries it. */
export function insertSubmessage(acting: Acting, messageId: number, msgType: string, content: string): number {
  acting.tx.outdate(messageName(messageId));
  return acting.tx.run(
    'INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, ?, ?)',
    messageId,
    acting.user.id,
    msgType,
    content,
  ).lastId;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
