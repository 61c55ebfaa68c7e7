/** Messages of an export of Slack, from the oldest to the newest: a day of all conversations at a time, so that memory is bounded. */
import type { Say } from '../../texts.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { numberAt, reportBroken, rowAt, rowsAt, textAt, textsAt } from './fields.ts';
import { listOf, type ListedRow, type Row } from './json-rows.ts';
import type { Problem, ReportProblem } from './report.ts';
import { textOf } from './slack-lists.ts';
import type { Conversation, DayFile, SlackTeam } from './slack-team.ts';
import { nameIn, type SlackUser } from './slack-users.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface SlackMessage {
  conversation: Conversation;
  row: Row;
  file: string;
  line: number;
  /** Slack's id of a message within its conversation. */
  ts: string;
  at: number;
  sender: Sender;
  /** The first message of its thread, for a reply. */
  thread: string | undefined;
  /** The reply was sent to the channel too. */
  isBroadcast: boolean;
}

export interface Sender {
  id: string;
  /** As the message names it. */
  name: string;
  isBot: boolean;
}

/** What happened in a channel is no message. */
const notices = new Set([
  'channel_join',
  'channel_leave',
  'channel_name',
  'channel_topic',
  'channel_purpose',
  'channel_archive',
  'channel_unarchive',
  'channel_convert_to_private',
  'channel_convert_to_public',
  'channel_posting_permissions',
  'channel_canvas_updated',
  'group_join',
  'group_leave',
  'group_name',
  'group_topic',
  'group_purpose',
  'group_archive',
  'group_unarchive',
  'pinned_item',
  'unpinned_item',
  'bot_add',
  'bot_remove',
  'bot_enable',
  'bot_disable',
  'app_conversation_join',
  'joiner_notification',
  'joiner_notification_for_inviter',
  'reminder_add',
  'message_changed',
  'message_replied',
]);
/** Deleted messages leave a mark. */
const deleted = new Set(['message_deleted', 'tombstone']);
/** Calls and huddles, of which the export has the participants and the times. */
const calls = new Set(['huddle_thread', 'sh_room_created']);

/** Records that are no messages, by what they are. */
export interface NoMessages {
  notices: number;
  deleted: number;
}

interface Reading {
  archive: ZipArchive;
  team: SlackTeam;
  report: ReportProblem;
  /** Conversations that are left out are not read. */
  isWanted?: (conversation: Conversation) => boolean;
  /** Gets the numbers of records that are no messages. */
  noMessages?: NoMessages;
}

/** Yields the messages of all conversations by time. Records that are none are reported and left out. */
export async function* slackMessages({
  archive,
  team,
  report,
  isWanted,
  noMessages = { notices: 0, deleted: 0 },
}: Reading): AsyncGenerator<SlackMessage> {
  const bots = new Map([...team.users.values()].filter(({ botId }) => botId !== '').map((user) => [user.botId, user]));
  for (const [day, files] of team.days) {
    const found: SlackMessage[] = [];
    for (const file of files)
      if (isWanted?.(file.conversation) !== false)
        found.push(...(await dayOf(archive, day, file, { report, bots, noMessages })));
    yield* found.toSorted((one, other) => one.at - other.at);
  }
}

async function dayOf(
  archive: ZipArchive,
  day: string,
  { path, conversation }: DayFile,
  tools: Pick<Place, 'report' | 'bots' | 'noMessages'>,
): Promise<SlackMessage[]> {
  const { report } = tools;
  const seen = new Set<string>();
  let last = Date.parse(`${day}T00:00:00Z`) / 1000 || 0;
  return listOf(path, await textOf(archive, path, report), report).flatMap((listed, i) => {
    const made = messageOf(listed, { path, conversation, number: i + 1, last, ...tools });
    if (made === undefined) return [];
    if (seen.has(made.ts)) {
      report({ file: path, line: listed.line, what: phrase('Two messages have one time.'), done: 'left out' });
      return [];
    }
    seen.add(made.ts);
    last = made.at;
    return [made];
  });
}

interface Place {
  path: string;
  conversation: Conversation;
  /** Of the record in its file: several may be in one line. */
  number: number;
  /** Time of the message before it. */
  last: number;
  report: ReportProblem;
  /** Accounts of bots by the ids under which they post. */
  bots: ReadonlyMap<string, SlackUser>;
  noMessages: NoMessages;
}

const partsOfMessages = {
  files: phrase('A file of the message is no record.'),
  reactions: phrase('A reaction of the message is no record.'),
  attachments: phrase('An attachment of the message is no record.'),
  blocks: phrase('A block of the message is no record.'),
};

function messageOf(
  listed: ListedRow,
  { path, conversation, number, last, report, bots, noMessages }: Place,
): SlackMessage | undefined {
  const { row } = listed;
  const problem = (what: Phrase, done: Problem['done']): void => report({ file: path, line: listed.line, what, done });
  const subtype = textAt(row, 'subtype');
  if (notices.has(subtype)) noMessages.notices += 1;
  if (deleted.has(subtype)) noMessages.deleted += 1;
  if (notices.has(subtype) || deleted.has(subtype)) return undefined;
  if (subtype === 'ekm_access_denied') {
    problem(phrase('The message is encrypted in Slack with a key that was withdrawn.'), 'left out');
    return undefined;
  }
  const sender = senderOf(row, bots);
  if (sender === undefined) {
    problem(phrase('The message has no sender.'), 'left out');
    return undefined;
  }
  if (
    textAt(row, 'text') === '' &&
    !calls.has(subtype) &&
    !['blocks', 'attachments', 'files', 'file'].some((name) => isFilled(row[name]))
  ) {
    problem(phrase('The message has no text and no files.'), 'left out');
    return undefined;
  }
  reportBroken(row, partsOfMessages, problem);
  const given = timeOf(row['ts']);
  if (given === undefined)
    problem(phrase('The message has no time; that of the message before it is used.'), 'changed');
  else if (Math.floor(Number(given)) !== Math.floor(Number(row['ts'])))
    problem(phrase('The time of the message is not in seconds; it is converted.'), 'changed');
  const ts = given ?? `record ${number} of ${path}`;
  const thread = timeOf(row['thread_ts']) ?? timeOf(rowAt(row, 'root')['ts']);
  const isReply = thread !== undefined && thread !== ts && conversation.kind !== 'direct';
  return {
    conversation,
    row,
    file: path,
    line: listed.line,
    ts,
    at: given === undefined ? last : Number(given),
    sender,
    thread: isReply ? thread : undefined,
    isBroadcast: subtype === 'thread_broadcast' || subtype === 'reply_broadcast',
  };
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'object' && value !== null;

/** Seconds with six digits behind the point, which tell messages of one second apart; also from milliseconds or microseconds. */
function timeOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? value.toFixed(6) : value;
  if (typeof text !== 'string') return undefined;
  const [, seconds = '', less = ''] = /^([1-9]\d{8,9})(\d{3}|\d{6})(?:\.\d{1,9})?$/.exec(text) ?? [];
  if (less !== '') return `${seconds}.${less.padEnd(6, '0')}`;
  return /^[1-9]\d{8,9}(?:\.\d{1,9})?$/.test(text) ? text : undefined;
}

/** Bots without an account post under a name of their own. */
function senderOf(row: Row, bots: ReadonlyMap<string, SlackUser>): Sender | undefined {
  const profile = rowAt(row, 'user_profile');
  const caller = textAt(rowAt(row, 'room'), 'created_by');
  // Slack itself writes that there is a huddle.
  if (calls.has(textAt(row, 'subtype')) && caller !== '') return { id: caller, name: '', isBot: false };
  const user = [textAt(row, 'user'), textAt(rowAt(row, 'comment'), 'user'), textAt(rowAt(row, 'file'), 'user')].find(
    (id) => id !== '' && id !== 'U00',
  );
  const bot = textAt(row, 'bot_id');
  const botName = textAt(row, 'username') || textAt(rowAt(row, 'bot_profile'), 'name');
  if (user !== undefined) return { id: user, name: nameIn(profile, profile), isBot: bot !== '' };
  const account = bots.get(bot);
  if (account !== undefined && (botName === '' || botName === account.name))
    return { id: account.id, name: account.name, isBot: true };
  if (bot === '' && botName === '') return undefined;
  return { id: `${bot || 'bot'}/${botName}`, name: botName || `Bot ${bot}`, isBot: true };
}

export interface SlackFile {
  id: string;
  name: string;
  contentType: string | null;
  created: number;
  /** Where Slack has it; '' where the export does not say. */
  url: string;
  page: string;
}

/** Files of a message, and of messages that were shared in it. */
function listedFiles(row: Row): Row[] {
  const listed = rowsAt(row, 'files');
  const own = listed.length > 0 || row['file'] === undefined ? listed : [rowAt(row, 'file')];
  return [...own, ...rowsAt(row, 'attachments').flatMap((attachment) => rowsAt(attachment, 'files'))];
}

const isGone = (file: Row): boolean =>
  ['tombstone', 'hidden_by_limit'].includes(textAt(file, 'mode')) ||
  ['file_not_found', 'access_denied'].includes(textAt(file, 'file_access'));

/** @returns how many files of a message Slack no longer has, or does not give out. */
export const goneFilesOf = ({ row }: SlackMessage): number =>
  listedFiles(row).filter((file) => isGone(file) || textAt(file, 'id') === '').length;

/** @returns the files of a message that Slack still has. */
export function filesOf({ row, at }: SlackMessage): SlackFile[] {
  return listedFiles(row).flatMap((file) => {
    const id = textAt(file, 'id');
    if (id === '' || isGone(file)) return [];
    // Canvases are called by their titles.
    const isCanvas = textAt(file, 'mode') === 'quip';
    const names = [textAt(file, 'name'), textAt(file, 'title')];
    const name = (isCanvas ? names.toReversed() : names).find((one) => one !== '') ?? id;
    return [
      {
        id,
        name,
        contentType: textAt(file, 'mimetype') || null,
        created: numberAt(file, 'created') ?? numberAt(file, 'timestamp') ?? at,
        url: textAt(file, 'url_private_download') || textAt(file, 'url_private'),
        page: textAt(file, 'permalink') || textAt(file, 'url_private'),
      },
    ];
  });
}

/** @returns what a call or a huddle was, as a sentence; '' for other messages. */
export function callText(t: Say, { row }: SlackMessage, nameOf: (id: string) => string): string {
  if (!calls.has(textAt(row, 'subtype'))) return '';
  const room = rowAt(row, 'room');
  const [start, end] = [numberAt(room, 'date_start') ?? 0, numberAt(room, 'date_end') ?? 0];
  const count = Math.max(1, Math.round((end - start) / 60));
  const users = [...new Set([...textsAt(room, 'participant_history'), ...textsAt(room, 'participants')])];
  const title = textAt(room, 'name');
  const untitled = textAt(row, 'subtype') === 'huddle_thread' ? t('Huddle') : t('Call');
  const name = title === '' ? untitled : t('{{what}} “{{title}}”', { what: untitled, title });
  const minutes = t('{{count}} minutes', { count, defaultValue_one: '{{count}} minute' });
  const call = `*${start > 0 && end > start ? t('{{name}} ({{minutes}})', { name, minutes }) : name}*`;
  return users.length === 0 ? call : t('{{call}}, with {{users}}', { call, users: users.map(nameOf).join(', ') });
}
