/** The team of an export of Slack: its users, conversations and emoji, and which files of the archive hold what. */
import { defaultLimits } from '../../options.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { flagAt, numberAt, rowAt, rowsAt, textAt, textsAt, UniqueNames } from './fields.ts';
import { listOf, type ListedRow, type Row } from './json-rows.ts';
import { refusal, type Problem, type ReportProblem } from './report.ts';
import {
  dayOfPath,
  fileIdOf,
  inWorkspace,
  isAtTop,
  isInFolderOfDays,
  nameAtTop,
  slackRoot,
  workspacesOf,
} from './slack-layout.ts';
import { emojiOf, isWithoutPlace, textOf, unknownOf } from './slack-lists.ts';
import { usersOf, type SlackUser } from './slack-users.ts';
import type { ZipArchive } from './zip-archive.ts';

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
  /** The export does not say who is in it: its members are those who wrote. */
  isUnnamed: boolean;
  /** Of an organization with several; '' for what all share. */
  workspace: string;
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

const lists = [
  ['channels.json', 'public'],
  ['groups.json', 'private'],
  ['mpims.json', 'direct'],
  ['dms.json', 'direct'],
] as const;
/** @throws ImportRefused when the archive has none of the files of an export */
export async function readSlackTeam(archive: ZipArchive, report: ReportProblem): Promise<SlackTeam> {
  const names = new Set(archive.names);
  if (![...names].some((name) => slackRoot.test(name)))
    throw refusal(
      'The archive',
      null,
      'The archive has no users.json and no channels.json, so it is no export of Slack.',
      'Choose the .zip file that Slack or slackdump exported, as it is.',
    );
  const list = async (name: string): Promise<ListedRow[]> =>
    names.has(name) ? listOf(name, await textOf(archive, name, report), report) : [];
  const workspaces = workspacesOf(names);
  const userFiles = workspaces.flatMap((workspace) =>
    ['users.json', 'org_users.json'].map((name) => inWorkspace(workspace, name)).filter((name) => names.has(name)),
  );
  if (userFiles.length === 0)
    report({
      file: 'users.json',
      line: null,
      what: phrase('The file is missing; users are taken from messages, without their addresses.'),
      done: 'changed',
    });
  const users = await usersOfFiles(userFiles, list, report);
  const placing: Placing = { conversations: new Map(), folders: new Map(), channelNames: new UniqueNames(), report };
  for (const workspace of workspaces)
    for (const [name, kind] of lists) {
      const file = inWorkspace(workspace, name);
      for (const listed of await list(file)) take(listed, { file, kind, workspace }, placing);
    }
  const days = daysOf(names, placing);
  const teams = [...users.values()].map(({ teamId }) => teamId).filter((id) => id !== '');
  return {
    users: new Map([...users].map(([id, { user }]) => [id, user])),
    bots: new Set(),
    conversations: placing.conversations,
    days,
    emoji: names.has('emoji.json') ? await emojiOf(archive, report) : new Map(),
    files: new Map([...names].map((name) => [fileIdOf(name) ?? '', name] as const).filter(([id]) => id !== '')),
    id: mostOf(teams),
    unknown: await unknownOf(names, list),
  };
}

/** A user of several workspaces is in the list of each. */
async function usersOfFiles(
  files: readonly string[],
  list: (name: string) => Promise<ListedRow[]>,
  report: ReportProblem,
): Promise<ReturnType<typeof usersOf>> {
  const users: ReturnType<typeof usersOf> = new Map();
  const addresses = new Set<string>();
  for (const file of files) {
    const rows = (await list(file)).filter(({ row }) => !users.has(textAt(row, 'id')));
    for (const [id, user] of usersOf(file, rows, addresses, report)) users.set(id, user);
  }
  return users;
}

/** Notes a conversation of a list, and the folders in which its messages may be. A channel of several workspaces is in several lists. */
function take(
  listed: ListedRow,
  from: { file: string; kind: Conversation['kind']; workspace: string },
  placing: Placing,
): void {
  const { conversations, folders } = placing;
  const known = conversations.get(textAt(listed.row, 'id'));
  const made = known !== undefined && known.file !== from.file ? known : conversationOf(listed, from, placing);
  if (made === undefined) return;
  conversations.set(made.id, made);
  for (const name of [textAt(listed.row, 'name'), made.id]) {
    const folder = inWorkspace(from.workspace, name);
    if (name !== '' && !folders.has(folder)) folders.set(folder, made);
  }
}

function mostOf(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

interface Placing {
  conversations: Map<string, Conversation>;
  /** By the path of the folder in the archive. */
  folders: Map<string, Conversation>;
  channelNames: UniqueNames;
  report: ReportProblem;
}

/** Some tools write all conversations into one list: what is private or direct says so. */
function kindOf(row: Row, kind: Conversation['kind']): Conversation['kind'] {
  if (flagAt(row, 'is_im') || flagAt(row, 'is_mpim')) return 'direct';
  return kind === 'public' && (flagAt(row, 'is_private') || flagAt(row, 'is_group')) ? 'private' : kind;
}

function conversationOf(
  { row, line }: ListedRow,
  { file, kind: listed, workspace }: { file: string; kind: Conversation['kind']; workspace: string },
  { conversations, channelNames, report }: Placing,
): Conversation | undefined {
  const problem = (what: Phrase, done: Problem['done']): void => report({ file, line, what, done });
  const kind = kindOf(row, listed);
  const id = textAt(row, 'id');
  if (id === '' || conversations.has(id)) {
    problem(id === '' ? phrase('The conversation has no id.') : phrase('Two conversations have one id.'), 'left out');
    return undefined;
  }
  const given = textAt(row, 'name');
  const name =
    kind === 'direct' ? given : channelNames.take(given || `channel ${id}`, defaultLimits.maxChannelNameLength);
  if (kind !== 'direct' && name !== given)
    problem(phrase('The channel has no name of its own; it is changed.'), 'changed');
  const hasMembers = Array.isArray(row['members']);
  if (!hasMembers)
    problem(phrase('The export does not say who is in the conversation; users who wrote in it are.'), 'changed');
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
    isUnnamed: !hasMembers,
    workspace,
    file,
    line,
  };
}

/** Files at the top of an export that are read, or named in the preview as what has no place. */
const isKnownAtTop = (path: string): boolean =>
  slackRoot.test(path) ||
  path === 'emoji.json' ||
  isWithoutPlace(path) ||
  /^(?:\.DS_Store|Thumbs\.db)$/.test(nameAtTop(path));

function daysOf(names: ReadonlySet<string>, placing: Placing): [string, DayFile[]][] {
  const days = new Map<string, DayFile[]>();
  for (const path of names) {
    const found = dayOfPath(path);
    if (found === undefined) {
      if (isInFolderOfDays(path))
        placing.report({
          file: path,
          line: null,
          what: phrase('The file is not of a day with messages.'),
          done: 'left out',
        });
      if (isAtTop(path) && !isKnownAtTop(path))
        placing.report({
          file: path,
          line: null,
          what: phrase('The file is not known in an export.'),
          done: 'left out',
        });
      continue;
    }
    const { workspace, folder, day } = found;
    const conversation = placing.folders.get(inWorkspace(workspace, folder)) ?? unnamed(workspace, folder, placing);
    days.set(day, [...(days.get(day) ?? []), { path, conversation }]);
  }
  return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Comments on a canvas or a list are in a folder such as `FC:F012345:Plan`. */
const commentsOfFile = /^FC:?F[A-Z0-9]{6,}:?(?=.)/;

/** A folder that no list names. Who could read it is unknown: only those who wrote in it can. */
function unnamed(
  workspace: string,
  name: string,
  { conversations, folders, channelNames, report }: Placing,
): Conversation {
  const folder = inWorkspace(workspace, name);
  const isDirect = /^(?:D[A-Z0-9]{7,}$|mpdm-)/.test(name);
  report({
    file: folder,
    line: null,
    what: phrase('The export does not say what this conversation is; only users who wrote in it can read it.'),
    done: 'changed',
  });
  const made: Conversation = {
    id: `folder ${folder}`,
    kind: isDirect ? 'direct' : 'private',
    name: isDirect ? name : channelNames.take(name.replace(commentsOfFile, ''), defaultLimits.maxChannelNameLength),
    description: '',
    created: 0,
    creator: '',
    isArchived: false,
    isGeneral: false,
    members: [],
    pins: new Map(),
    isUnnamed: true,
    workspace,
    file: folder,
    line: 1,
  };
  conversations.set(made.id, made);
  folders.set(folder, made);
  return made;
}
