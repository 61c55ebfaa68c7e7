/**
 * Submessages: small JSON texts that clients hang on a message, for polls and the like. Owns `submessages`
 * (contract: Submessage). Messages that begin with /poll or /todo carry one from the start, by which clients show them so.
 */
import { badRequest, invalidParameter } from '../../errors.ts';
import { toUsers } from '../../events/audience.ts';
import type { Acting } from '../acting.ts';
import { audienceIds } from './notifying/audience.shared.ts';
import { messageName, type MessageRow } from './rows.ts';
import { firstSubmessage, submessagesBy, submessageSizes } from './submessage-rows.ts';
import { addedNumber, begunItems, checkWidgetAnswer, namedItem, parsedJson, widgetKind } from './widget-data.ts';

/**
 * Adds one. Only the author of a message begins; once there is one, everyone who reads the message may answer.
 * @throws ApiError BAD_REQUEST for content that is no JSON or no answer to the widget, and for another user who would begin.
 */
export function addSubmessage(acting: Acting, message: MessageRow, msgType: string, content: string): number {
  const answer = parsedJson(content);
  if (answer === undefined) throw invalidParameter('content', 'Invalid json for submessage');
  const first = firstSubmessage(acting.db, message.id);
  const isAuthor = message.sender_id === acting.user.id;
  if (first === undefined && !isAuthor) throw badRequest('You cannot attach a submessage to this message.');
  const kind = first === undefined ? null : widgetKind(first.content);
  if (kind !== null && first !== undefined) {
    checkWidgetAnswer(kind, answer, isAuthor);
    checkNamedItem(acting, message.id, { kind, first: first.content, answer });
  }
  checkRoom(acting, message.id, content);
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

/** @throws ApiError BAD_REQUEST for a vote or strike whose option or task is not there: no client would show it */
function checkNamedItem(
  { db }: Pick<Acting, 'db'>,
  messageId: number,
  { kind, first, answer }: { kind: 'poll' | 'todo'; first: string; answer: unknown },
): void {
  const named = namedItem(kind, answer);
  if (named === null) return;
  const isThere =
    named !== undefined &&
    ('begun' in named
      ? named.begun >= 0 && named.begun < begunItems(first)
      : submessagesBy(db, messageId, named.adderId).some((content) => addedNumber(content) === named.number));
  if (isThere) return;
  throw kind === 'poll'
    ? invalidParameter('content', 'The poll has no such option.')
    : invalidParameter('content', 'The to-do list has no such task.');
}

/** Of one user on one message, in number and in characters; and characters of all on it: each reader of the message gets all. */
const mostOwn = 500;
const mostOwnText = 64 * 1024;
const mostText = 1024 * 1024;

/** @throws ApiError BAD_REQUEST */
function checkRoom({ db, user }: Acting, messageId: number, content: string): void {
  const { own, ownText, text } = submessageSizes(db, messageId, user.id);
  if (own >= mostOwn || ownText + content.length > mostOwnText)
    throw badRequest('You have added as many submessages to this message as one user can.');
  if (text + content.length > mostText) throw badRequest('This message has as many submessages as it can have.');
}

/** Writes one with the message it belongs to, and notifies no one: the message's own event carries it. */
function insertSubmessage(acting: Acting, messageId: number, msgType: string, content: string): number {
  acting.tx.outdate(messageName(messageId));
  return acting.tx.run(
    'INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, ?, ?)',
    messageId,
    acting.user.id,
    msgType,
    content,
  ).lastId;
}

/** Hangs the widget's beginning on a new message; any other message stays as it is. */
export function attachWidget(acting: Acting, message: MessageRow): void {
  const widget = widgetOf(message.content);
  if (widget !== null) insertSubmessage(acting, message.id, 'widget', JSON.stringify(widget));
}

/** Whether a message with this content begins with a widget. */
export const isWidget = (content: string): boolean => widgetOf(content) !== null;

function widgetOf(content: string): object | null {
  const [, kind, rest = ''] = /^\/(poll|todo)(?:[ \n]([\s\S]*))?$/.exec(content) ?? [];
  if (kind === undefined) return null;
  const [title = '', ...lines] = rest.split('\n').map((line) => line.trim());
  const items = lines.map((line) => line.replace(/^[-*]\s*/, '')).filter((line) => line !== '');
  if (kind === 'poll') return { widget_type: 'poll', extra_data: { question: title, options: items } };
  const tasks = items.flatMap((line) => {
    if (line === ':') return [];
    const [task = '', desc = ''] = line.split(/:(?: (.*)|$)/s);
    // A line without a name before its colon is a task of these words.
    return task.trim() === '' ? { task: desc.trim(), desc: '' } : { task: task.trim(), desc: desc.trim() };
  });
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks } };
}
