/** Messages of the larger server's archive as records, a file after the other, with what users flagged and received. */
import { phrase, type Phrase } from '../../translation.ts';
import { secondsOf } from './fields.ts';
import { rowsOf, tablesOf, type Row } from './json-rows.ts';
import type {
  FlagName,
  MessageEdit,
  MessageRecord,
  ReactionRecord,
  ScheduledRecord,
  SubmessageRecord,
} from './records.ts';
import type { ReportProblem } from './report.ts';
import type { References } from './source.ts';
import type { UnpackedArchive } from './unpacked.ts';
import { ContentIds } from './zulip-content.ts';
import type { Attachments } from './zulip-files.ts';
import { ownOfMessages } from './zulip-own-tables.ts';
import { emojiType } from './zulip-people.ts';
import { messageTables, number, text, type PlacedRow, type Recipient, type ZulipTables } from './zulip-tables.ts';

/** Bits of `flags_mask`. Whether a message was read is not taken over. */
const bits: Readonly<Record<FlagName, number>> = {
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  has_alert_word: 512,
  historical: 1024,
};
const flagNames = Object.keys(bits) as FlagName[];

export interface MessageReading {
  tables: ZulipTables;
  archive: UnpackedArchive;
  attachments: Attachments;
  references: References;
  /** Numbers of channels in histories, where the archive has others there. */
  channelOfHistory: (id: number) => number;
  isLeftOut: (to: Recipient) => boolean;
  signal: AbortSignal;
}

/** Messages that could not be read, of all kinds, are reported with their file and the number of the record in it. */
export async function* messageRecords(reading: MessageReading): AsyncGenerator<MessageRecord> {
  const { tables, archive, signal } = reading;
  const clients = new Map(
    tables.rows('zerver_client').map(({ row }) => [number(row['id']) ?? 0, text(row['name']) ?? '']),
  );
  const own = ownOfMessages(tables);
  const content = new ContentIds(reading.references, reading.channelOfHistory);
  const parts = archive.names.filter((name) => /^messages-\d+\.json$/.test(name));
  let lastTime = 0;
  for (const file of parts.toSorted((a, b) => partNumber(a) - partNumber(b))) {
    signal.throwIfAborted();
    const json = await archive.text(file);
    const report = (what: Phrase, line: number | null, done: 'changed' | 'left out'): void =>
      tables.problem(line, what, done, file);
    if (json === undefined) continue;
    const placed: ReportProblem = ({ what, line, done }) => report(what, line, done);
    const read = tablesOf(file, json, messageTables, placed);
    const held = heldByMessage(rowsOf(file, read, 'zerver_usermessage', placed));
    const rows = rowsOf(file, read, 'zerver_message', placed).map((one) => ({ ...one, file }));
    for (const one of inOrderOfIds(rows)) {
      const record = messageRecord(one, reading, lastTime, (what, done) => report(what, one.line, done));
      if (record === undefined) continue;
      lastTime = record.at;
      yield {
        ...record,
        ...content.convert(record.content, text(one.row['rendered_content'])),
        history: record.history.map((edit) => content.ofEdit(edit)),
        client: clients.get(number(one.row['sending_client']) ?? 0) ?? 'Import',
        ...(held.get(Number(one.row['id'])) ?? nobody),
        ...own.get(Number(one.row['id'])),
      };
    }
  }
}

const partNumber = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);
const nobody: Pick<MessageRecord, 'flags' | 'receivedBy'> = { flags: [], receivedBy: [] };

const inOrderOfIds = (rows: readonly PlacedRow[]): PlacedRow[] =>
  rows.toSorted((a, b) => (number(a.row['id']) ?? 0) - (number(b.row['id']) ?? 0));

function heldByMessage(rows: readonly { row: Row }[]): Map<number, Pick<MessageRecord, 'flags' | 'receivedBy'>> {
  const found = new Map<number, { flags: MessageRecord['flags']; receivedBy: number[] }>();
  for (const { row } of rows) {
    const [message, user] = [number(row['message']), number(row['user_profile'])];
    const mask = number(row['flags_mask']) ?? number(row['flags']) ?? 0;
    if (message === undefined || user === undefined) continue;
    const held = found.get(message) ?? { flags: [], receivedBy: [] };
    const flags = flagNames.filter((name) => (mask & bits[name]) !== 0);
    if (flags.length > 0) held.flags.push({ user, flags });
    if ((mask & bits.historical) === 0) held.receivedBy.push(user);
    found.set(message, held);
  }
  return found;
}

type Found = Omit<MessageRecord, 'client' | 'flags' | 'receivedBy'>;

function messageRecord(
  { row, file, line }: PlacedRow,
  { tables, attachments, isLeftOut, channelOfHistory }: MessageReading,
  lastTime: number,
  report: (what: Phrase, done: 'changed' | 'left out') => void,
): Found | undefined {
  const [id, sender] = [number(row['id']), number(row['sender'])];
  const recipient = tables.recipient(row['recipient']);
  const content = text(row['content']);
  if (id === undefined || sender === undefined || recipient === undefined || content === undefined) {
    const isUnaddressed = id === undefined || sender === undefined || number(row['recipient']) === undefined;
    report(
      isUnaddressed
        ? phrase('The message has no id, sender or recipient.')
        : content === undefined
          ? phrase('The message has no content.')
          : phrase('The recipient of the message is not in the file.'),
      'left out',
    );
    return undefined;
  }
  if (isLeftOut(recipient)) return undefined;
  const given = number(row['date_sent']);
  const at = secondsOf(given);
  if (at === undefined) {
    report(
      given === undefined
        ? phrase('The message has no time; that of the message before it is used.')
        : phrase('The message has a time that cannot be right; that of the message before it is used.'),
      'changed',
    );
  } else if (at !== given) report(phrase('The time of the message is not in seconds; it is converted.'), 'changed');
  const files = attachments.ofMessage.get(id);
  return {
    kind: 'message',
    file,
    line,
    id,
    sender,
    to:
      'channel' in recipient
        ? { channel: recipient.channel, topic: text(row['subject']) ?? '' }
        : { users: recipient.users.filter((user) => user !== sender) },
    content,
    at: at ?? lastTime,
    edited: secondsOf(number(row['last_edit_time'])) ?? null,
    history: historyOf(row['edit_history'], channelOfHistory, () =>
      report(phrase('The edit history of the message cannot be read.'), 'changed'),
    ),
    files: files ?? [],
    hasAttachment: row['has_attachment'] === true,
  };
}

function historyOf(stored: unknown, channelOf: (id: number) => number, onBad: () => void): MessageEdit[] {
  if (typeof stored !== 'string' || stored === '') return [];
  let entries: unknown;
  try {
    entries = JSON.parse(stored);
  } catch {
    onBad();
    return [];
  }
  if (!Array.isArray(entries)) {
    onBad();
    return [];
  }
  if (!entries.every(isEdit)) onBad();
  return entries.filter(isEdit).map((entry) => {
    const [from, to] = [number(entry['prev_stream']), number(entry['stream'])];
    const [content, html, topic, previous] = [
      text(entry['prev_content']),
      text(entry['prev_rendered_content']),
      text(entry['topic']),
      text(entry['prev_topic']) ?? text(entry['prev_subject']),
    ];
    return {
      user: number(entry['user_id']) ?? null,
      at: number(entry['timestamp']) ?? 0,
      ...(content !== undefined && { previousContent: content }),
      ...(html !== undefined && { previousHtml: html }),
      ...(previous !== undefined && { previousTopic: previous }),
      ...(topic !== undefined && { topic }),
      ...(from !== undefined && { previousChannel: channelOf(from) }),
      ...(to !== undefined && { channel: channelOf(to) }),
    };
  });
}

const isEdit = (entry: unknown): entry is Row =>
  typeof entry === 'object' && entry !== null && number((entry as Row)['timestamp']) !== undefined;

export function* reactionRecords(tables: ZulipTables): Generator<ReactionRecord> {
  for (const { row, file, line } of tables.rows('zerver_reaction')) {
    const [message, user] = [number(row['message']), number(row['user_profile'])];
    if (message === undefined || user === undefined) {
      tables.problem(line, phrase('The reaction has no message or user.'), 'left out');
      continue;
    }
    yield {
      kind: 'reaction',
      file,
      line,
      message,
      user,
      emojiName: text(row['emoji_name']) ?? '',
      emojiCode: text(row['emoji_code']) ?? '',
      emojiType: emojiType(row['reaction_type']),
    };
  }
}

export function* submessageRecords(tables: ZulipTables): Generator<SubmessageRecord> {
  for (const { row, file, line } of tables.rows('zerver_submessage')) {
    const [message, sender] = [number(row['message']), number(row['sender'])];
    if (message === undefined || sender === undefined) {
      tables.problem(line, phrase('The vote or task has no message or user.'), 'left out');
      continue;
    }
    yield {
      kind: 'submessage',
      file,
      line,
      id: number(row['id']),
      message,
      sender,
      type: text(row['msg_type']) ?? '',
      content: text(row['content']) ?? '',
    };
  }
}

export function* scheduledRecords({
  tables,
  references,
  channelOfHistory,
  isLeftOut,
}: Pick<MessageReading, 'tables' | 'references' | 'channelOfHistory' | 'isLeftOut'>): Generator<ScheduledRecord> {
  const ids = new ContentIds(references, channelOfHistory);
  const clients = new Map(
    tables.rows('zerver_client').map(({ row }) => [number(row['id']) ?? 0, text(row['name']) ?? '']),
  );
  for (const { row, file, line } of tables.rows('zerver_scheduledmessage')) {
    const [sender, at] = [number(row['sender']), number(row['scheduled_timestamp'])];
    const recipient = tables.recipient(row['recipient']);
    // What was sent is among the messages, and a reminder is about a message by a number that changes.
    if (row['delivered'] === true || (number(row['delivery_type']) ?? 1) !== 1) continue;
    if (sender === undefined || at === undefined || recipient === undefined) {
      tables.problem(line, phrase('The scheduled message has no sender, time or recipient.'), 'left out');
      continue;
    }
    if (isLeftOut(recipient)) continue;
    yield {
      kind: 'scheduled',
      file,
      line,
      id: number(row['id']) ?? 0,
      sender,
      to:
        'channel' in recipient
          ? { channel: recipient.channel, topic: text(row['subject']) ?? '' }
          : { users: recipient.users.filter((user) => user !== sender) },
      ...ids.convert(text(row['content']) ?? '', text(row['rendered_content'])),
      at,
      client: clients.get(number(row['sending_client']) ?? 0) ?? 'Import',
      failure: row['failed'] === true ? (text(row['failure_message']) ?? 'It could not be sent.') : null,
    };
  }
}
