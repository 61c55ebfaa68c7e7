/** The team of an export of Slack: its users, conversations and emoji, and which files of the archive hold what. */
import { defaultLimits } from '../../options.ts';
import { flagAt, numberAt, rowAt, rowsAt, textAt, textsAt, UniqueNames } from './fields.ts';
import { listOf, parseTables, type ListedRow } from './json-rows.ts';
import { refusal, type Problem, type ReportProblem } from './report.ts';
import { usersOf, type SlackUser } from './slack-users.ts';
import { DamagedEntry, type ZipArchive } from './zip-archive.ts';

export interface Conversation {
  id: string;
  kind: 'public' | 'private' | 'direct';
  name: string;
  description: string;
  created: number;
  creator: string;
  isArchived: boolean;
  isGeneral: boolean;
  members: string[];
  /** Who pinned a message, by its time. */
  pins: ReadonlyMap<string, string>;
  /** The export has messages of it and says nothing else: its members are those who wrote. */
  isUnnamed: boolean;
  file: string;
  line: number;
}

export interface DayFile {
  path: string;
  conversation: Conversation;
}

export interface SlackTeam {
  users: Map<string, SlackUser>;
  /** Ids of accounts for bots that have none: one for each name under which they post. */
  bots: Set<string>;
  /** By id. */
  conversations: Map<string, Conversation>;
  /** Files of messages by day, from the first on. */
  days: [string, DayFile[]][];
  /** Addresses of custom emoji, or `alias:` and the name of another. */
  emoji: ReadonlyMap<string, string>;
  /** Files in the archive by Slack's id. */
  files: ReadonlyMap<string, string>;
  id: string;
  /** What else the archive has, as sentences. */
  unknown: string[];
}

/** Files that lie at the top of an export. */
export const slackRoot = /^(?:users|org_users|channels|groups|dms|mpims)\.json$/;
const lists = [
  ['channels.json', 'public'],
  ['groups.json', 'private'],
  ['mpims.json', 'direct'],
  ['dms.json', 'direct'],
] as const;
const dayPath = /^([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/;
const filePath = /^(?:__uploads\/([^/]+)\/|[^/]+\/attachments\/([A-Z0-9]+)-)[^/]+$/;
/** Pictures of custom emoji, which slackdump adds. */
export const emojiPicture = /^(?:__)?emojis?\/([^/]+)\.(?:png|gif|jpe?g|webp)$/i;

/** Whether a path is where messages of a day are. */
export const isInFolderOfDays = (path: string): boolean => /^[^/]+\/[^/]+\.json$/.test(path) && !path.startsWith('__');

const without: Readonly<Record<string, string>> = {
  'canvases.json': 'Canvases',
  'lists.json': 'Lists',
  'integration_logs.json': 'The log of app activity',
  'content_flags.json': 'Content flags',
};

/** @throws ImportRefused when the archive has none of the files of an export */
export async function readSlackTeam(archive: ZipArchive, report: ReportProblem): Promise<SlackTeam> {
  const names = new Set(archive.names);
  if (![...names].some((name) => slackRoot.test(name)))
    throw refusal(
      'The archive',
      null,
      'The archive has no users.json and no channels.json: it is no export of Slack.',
      'Choose the .zip file that Slack or slackdump exported, as it is.',
    );
  const list = async (name: string): Promise<ListedRow[]> =>
    names.has(name) ? listOf(name, await textOf(archive, name, report), report) : [];
  const usersFile = names.has('users.json') ? 'users.json' : 'org_users.json';
  if (!names.has(usersFile))
    report({
      file: 'users.json',
      line: null,
      what: 'The file is missing; users are taken from messages, without their addresses.',
      done: 'changed',
    });
  const users = usersOf(usersFile, await list(usersFile), report);
  const conversations = new Map<string, Conversation>();
  const folders = new Map<string, Conversation>();
  const channelNames = new UniqueNames();
  for (const [file, kind] of lists)
    for (const listed of await list(file)) {
      const made = conversationOf(file, kind, listed, { conversations, channelNames, report });
      if (made === undefined) continue;
      conversations.set(made.id, made);
      for (const folder of [textAt(listed.row, 'name'), made.id])
        if (folder !== '' && !folders.has(folder)) folders.set(folder, made);
    }
  const days = daysOf(names, { conversations, folders, channelNames, report });
  const teams = [...users.values()].map(({ teamId }) => teamId).filter((id) => id !== '');
  return {
    users: new Map([...users].map(([id, { user }]) => [id, user])),
    bots: new Set(),
    conversations,
    days,
    emoji: names.has('emoji.json') ? await emojiOf(archive, report) : new Map(),
    files: new Map([...names].map((name) => [fileIdOf(name) ?? '', name] as const).filter(([id]) => id !== '')),
    id: mostOf(teams),
    unknown: [...names].flatMap((name) => without[name] ?? []),
  };
}

/** @returns what can be read of a file, and an empty list where nothing can; what is wrong with it is reported. */
export async function textOf(archive: ZipArchive, name: string, report: ReportProblem): Promise<string> {
  try {
    const { text, damage } = await archive.text(name);
    const what = 'The file is damaged; the records before that are taken.';
    if (damage !== undefined) report({ file: name, line: null, what, done: 'left out' });
    return text;
  } catch (error) {
    if (!(error instanceof DamagedEntry)) throw error;
    report({ file: name, line: null, what: error.message, done: 'left out' });
    return '[]';
  }
}

/** @returns Slack's id of a file that a path names; undefined for other paths. */
export function fileIdOf(name: string): string | undefined {
  const found = filePath.exec(name);
  return found?.[1] ?? found?.[2];
}

function mostOf(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

interface Known {
  conversations: ReadonlyMap<string, Conversation>;
  channelNames: UniqueNames;
  report: ReportProblem;
}

function conversationOf(
  file: string,
  kind: Conversation['kind'],
  { row, line }: ListedRow,
  { conversations, channelNames, report }: Known,
): Conversation | undefined {
  const problem = (what: string, done: Problem['done']): void => report({ file, line, what, done });
  const id = textAt(row, 'id');
  if (id === '' || conversations.has(id)) {
    problem(id === '' ? 'The conversation has no id.' : 'Two conversations have one id.', 'left out');
    return undefined;
  }
  const given = textAt(row, 'name');
  const name =
    kind === 'direct' ? given : channelNames.take(given || `channel ${id}`, defaultLimits.maxChannelNameLength);
  if (kind !== 'direct' && name !== given) problem('The channel has no name of its own; it is changed.', 'changed');
  const pins = rowsAt(row, 'pins').map((pin) => [textAt(pin, 'id'), textAt(pin, 'user')] as const);
  const texts = [textAt(rowAt(row, 'purpose'), 'value'), textAt(rowAt(row, 'topic'), 'value')];
  return {
    id,
    kind,
    name,
    description: [...new Set(texts.filter((text) => text !== ''))].join(' · '),
    created: numberAt(row, 'created') ?? 0,
    creator: textAt(row, 'creator'),
    isArchived: flagAt(row, 'is_archived'),
    isGeneral: flagAt(row, 'is_general'),
    members: textsAt(row, 'members'),
    pins: new Map(pins),
    isUnnamed: false,
    file,
    line,
  };
}

interface Placing {
  conversations: Map<string, Conversation>;
  folders: Map<string, Conversation>;
  channelNames: UniqueNames;
  report: ReportProblem;
}

/** Files at the top of an export that are read, or named in the preview as what has no place. */
const isKnownAtTop = (path: string): boolean =>
  slackRoot.test(path) || path === 'emoji.json' || path in without || /^(?:\.DS_Store|Thumbs\.db)$/.test(path);

function daysOf(names: ReadonlySet<string>, placing: Placing): [string, DayFile[]][] {
  const days = new Map<string, DayFile[]>();
  for (const path of names) {
    const [, folder = '', day = ''] = dayPath.exec(path) ?? [];
    if (folder === '') {
      if (isInFolderOfDays(path))
        placing.report({ file: path, line: null, what: 'The file is not of a day with messages.', done: 'left out' });
      if (!path.includes('/') && !isKnownAtTop(path))
        placing.report({ file: path, line: null, what: 'The file is not known in an export.', done: 'left out' });
      continue;
    }
    const conversation = placing.folders.get(folder) ?? unnamed(folder, placing);
    days.set(day, [...(days.get(day) ?? []), { path, conversation }]);
  }
  return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** A folder that no list names. Who could read it is unknown: only those who wrote in it can. */
function unnamed(folder: string, { conversations, folders, channelNames, report }: Placing): Conversation {
  const isDirect = /^(?:D[A-Z0-9]{7,}$|mpdm-)/.test(folder);
  report({
    file: folder,
    line: null,
    what: 'The export does not say what this conversation is; only users who wrote in it can read it.',
    done: 'changed',
  });
  const made: Conversation = {
    id: `folder ${folder}`,
    kind: isDirect ? 'direct' : 'private',
    name: isDirect ? folder : channelNames.take(folder, defaultLimits.maxChannelNameLength),
    description: '',
    created: 0,
    creator: '',
    isArchived: false,
    isGeneral: false,
    members: [],
    pins: new Map(),
    isUnnamed: true,
    file: folder,
    line: 1,
  };
  conversations.set(made.id, made);
  folders.set(folder, made);
  return made;
}

/** The answer of Slack to `emoji.list`, or its field `emoji`: addresses by name. */
async function emojiOf(archive: ZipArchive, report: ReportProblem): Promise<Map<string, string>> {
  const file = 'emoji.json';
  const read = parseTables(file, await textOf(archive, file, report), report);
  if (read.tables === undefined) {
    report({ file, line: read.line, what: read.what, done: 'left out' });
    return new Map();
  }
  const named =
    'emoji' in read.tables && typeof read.tables['emoji'] === 'object' ? rowAt(read.tables, 'emoji') : read.tables;
  return new Map(Object.entries(named).flatMap(([name, at]) => (typeof at === 'string' ? [[name, at] as const] : [])));
}
