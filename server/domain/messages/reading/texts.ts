/**
 * Messages as they are fetched, as JSON text. What is the same for all readers is made once a message and form, and remembered until
 * the message changes; who reads it adds the names of people and channels as they are now, and their own flags.
 */
import { topicForPeople } from '../../../events/topic-name.ts';
import { bytesInMemory, fieldsText } from '../../../json-text.ts';
import type { Reader } from '../../../storage/database.ts';
import type { Viewing } from '../../acting.ts';
import { compiledLinkifiers } from '../../linkifiers/compiled.shared.ts';
import { organizationSetting } from '../../organization/rows.ts';
import { isVisitor } from '../../users/rows.ts';
import { receivedIds } from '../access.ts';
import { flagNames, flagsOf } from '../flags/flags.shared.ts';
import { visibleHistory } from '../history-access.ts';
import type { HistoryEntry } from '../history-rules.ts';
import { reactionsOf } from '../reactions/rows.ts';
import { findShown, messageName } from '../rows.ts';
import { submessagesOf } from '../submessage-rows.ts';
import { sharedFields, type MatchFields, type MessageWire, type WireOptions } from '../wire.ts';
import { ReaderTexts, type MessageOrigin } from './reader-texts.ts';

/** A message for all readers: where it is, and all of its fields that are the same for everyone. */
interface MessageText extends MessageOrigin {
  text: string;
  /** The history, newest first, where it depends on the reader: the message came from another channel. It is not in `text`. */
  movedHistory: readonly HistoryEntry[] | undefined;
}

type HistoryPolicy = 'all' | 'moves' | 'none';

/**
 * Messages for their ids as JSON, as one reader sees them, ascending; the caller has made sure that they may be read.
 * @param matches what was found of a search, by message
 */
export function messageTexts(
  viewing: Viewing,
  ids: readonly number[],
  options: WireOptions,
  matches?: ReadonlyMap<number, MatchFields>,
): string[] {
  const { db, user } = viewing;
  const texts = [...sharedTexts(viewing, ids, options).values()].toSorted((a, b) => a.id - b.id);
  const reader = new ReaderTexts(viewing, texts, options.clientGravatar);
  const flags = flagsOf(db, user.id, ids);
  const received = receivedIds(db, user.id, texts);
  return texts.map((message) => {
    const names = flagsText(flags.get(message.id) ?? 0, received.has(message.id));
    const history = movedHistoryText(viewing, message, options);
    return `{${message.text},${reader.fields(message)}${history},"flags":${names}${matchText(matches?.get(message.id))}}`;
  });
}

/** The history of a message that came from another channel, as the reader sees it, to follow other fields. */
function movedHistoryText(
  viewing: Viewing,
  { id, movedHistory }: MessageText,
  { allowEmptyTopicName }: WireOptions,
): string {
  if (movedHistory === undefined) return '';
  const shown = visibleHistory(viewing, id, movedHistory);
  const edit_history = shownEntries(shown, historyPolicyFor(viewing), allowEmptyTopicName);
  return edit_history === undefined ? '' : `,${fieldsText({ edit_history })}`;
}

/** As `messageTexts`, as objects. */
export function messagesWire(viewing: Viewing, ids: readonly number[], options: WireOptions): MessageWire[] {
  return messageTexts(viewing, ids, options).map((text) => JSON.parse(text) as MessageWire);
}

/** To follow the other fields. */
function matchText(match: MatchFields | undefined): string {
  if (match === undefined) return '';
  return `,${fieldsText({ match_content: match.match_content, match_subject: match.match_subject })}`;
}

/** Visitors read messages as they are now: what was edited away is no longer public. */
const historyPolicyFor = ({ db, user }: Pick<Viewing, 'db' | 'user'>): HistoryPolicy =>
  isVisitor(user) ? 'none' : organizationSetting(db, 'message_edit_history_visibility_policy');

/** What messages have in common for all readers whose client chose the same form. */
function sharedTexts(
  viewing: Pick<Viewing, 'db' | 'user'>,
  ids: readonly number[],
  options: WireOptions,
): Map<number, MessageText> {
  const { db } = viewing;
  const { applyMarkdown, allowEmptyTopicName } = options;
  const policy = historyPolicyFor(viewing);
  return db.rememberRows(ids, {
    kind: `message ${applyMarkdown} ${allowEmptyTopicName} ${policy}`,
    nameOf: messageName,
    tables: ['linkifiers'],
    bytesOf: ({ text, movedHistory }) =>
      bytesInMemory(text) + (movedHistory === undefined ? 0 : bytesInMemory(JSON.stringify(movedHistory))),
    make: (missing) => madeTexts(db, missing, policy, options),
  });
}

function madeTexts(
  db: Reader,
  ids: readonly number[],
  policy: HistoryPolicy,
  options: WireOptions,
): [number, MessageText][] {
  const linkifiers = compiledLinkifiers(db);
  const rows = findShown(db, ids, options.applyMarkdown);
  const reactions = reactionsOf(
    db,
    rows.filter((row) => row.has_reaction === 1).map(({ id }) => id),
  );
  const submessages = submessagesOf(db, ids);
  return rows.map((row) => {
    const { id, sender_id, recipient_id, stream_id } = row;
    const history = row.edit_history === null ? [] : (JSON.parse(row.edit_history) as HistoryEntry[]);
    const isMoved = history.some((entry) => entry.prev_stream !== undefined);
    const fields = sharedFields(row, options, {
      linkifiers,
      reactions: reactions.get(id),
      submessages: submessages.get(id),
      history: isMoved ? undefined : shownEntries(history, policy, options.allowEmptyTopicName),
    });
    const movedHistory = isMoved ? history : undefined;
    return [id, { id, sender_id, recipient_id, stream_id, text: fieldsText(fields), movedHistory }];
  });
}

/** By bits and whether the message was received: there are few of them. */
const flagTexts = new Map<number, string>();

function flagsText(bits: number, isReceived: boolean): string {
  const key = bits * 2 + Number(isReceived);
  const text = flagTexts.get(key) ?? JSON.stringify(flagNames(bits, isReceived));
  flagTexts.set(key, text);
  return text;
}

/** What the organization shows of a message's history, newest first; undefined where that is nothing. */
function shownEntries(
  entries: readonly HistoryEntry[],
  policy: HistoryPolicy,
  allowEmptyTopicName: boolean,
): HistoryEntry[] | undefined {
  if (policy === 'none') return undefined;
  const shown =
    policy === 'all'
      ? [...entries]
      : entries
          .filter((entry) => entry.topic !== undefined || entry.stream !== undefined)
          .map(({ prev_content: _content, prev_rendered_content: _html, ...entry }) => entry);
  if (shown.length === 0) return undefined;
  if (allowEmptyTopicName) return shown;
  return shown.map((entry) =>
    entry.topic === undefined
      ? entry
      : { ...entry, topic: topicForPeople(entry.topic), prev_topic: topicForPeople(entry.prev_topic ?? '') },
  );
}
