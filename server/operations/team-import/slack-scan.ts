/** First reading of an export of Slack: who wrote, how much, and what the messages need that the lists of the export do not have. */
import { Role } from '../../permissions/roles.ts';
import { phrase } from '../../translation.ts';
import { rowsAt, textAt, textsAt } from './fields.ts';
import type { ReportProblem } from './report.ts';
import { emojiPicture, fileIdOf, isAtTop, isInFolderOfDays } from './slack-layout.ts';
import { filesOf, slackMessages, type NoMessages, type Sender, type SlackMessage } from './slack-messages.ts';
import type { SlackTeam } from './slack-team.ts';
import type { SlackUser } from './slack-users.ts';
import { reportUnused } from './unused-files.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface SlackScan {
  /** Messages by conversation. */
  counts: Map<string, number>;
  /** Replies by conversation and first message. */
  replies: Map<string, number>;
  files: { archived: number; archivedBytes: number; linked: number };
  /** Ids of the files of the archive that messages show. */
  shown: Set<string>;
  reactions: number;
  /** Custom emoji that reactions use. */
  emojiNames: Set<string>;
  firstTime: number | undefined;
  noMessages: NoMessages;
}

/** Accounts that are made for names under which bots post; more names are those of the first. */
const maxBots = 500;

export const threadKey = (conversation: string, ts: string): string => `${conversation}/${ts}`;

interface Scanning {
  report: ReportProblem;
  reportUser: ReportProblem;
  signal: AbortSignal;
  onProgress?: () => void;
}

/**
 * Reads all messages once, and completes the team: users and bots that no list has, and members of conversations that none names.
 * `report` gets what is wrong with messages, `reportUser` users whom no list has, and files that no message shows; `signal` ends it.
 */
export async function scanSlack(
  archive: ZipArchive,
  team: SlackTeam,
  { report, reportUser, signal, onProgress }: Scanning,
): Promise<SlackScan> {
  const scan: SlackScan = {
    counts: new Map(),
    replies: new Map(),
    files: { archived: 0, archivedBytes: 0, linked: 0 },
    shown: new Set(),
    reactions: 0,
    emojiNames: new Set(),
    firstTime: undefined,
    noMessages: { notices: 0, deleted: 0 },
  };
  const members = new Map<string, Set<string>>();
  for (const { id, kind, members: given } of team.conversations.values()) {
    if (kind === 'direct')
      for (const user of given)
        addUser({ id: user, name: '', isBot: false }, { team, report: reportUser, at: place(team, id) });
    members.set(id, new Set(given));
  }
  for await (const message of slackMessages({ archive, team, report, noMessages: scan.noMessages })) {
    signal.throwIfAborted();
    onProgress?.();
    const { conversation, sender, thread, at } = message;
    addUser(sender, { team, report: reportUser, at: message });
    scan.firstTime ??= at;
    scan.counts.set(conversation.id, (scan.counts.get(conversation.id) ?? 0) + 1);
    if (conversation.isUnnamed) members.get(conversation.id)?.add(sender.id);
    if (thread !== undefined) {
      const key = threadKey(conversation.id, thread);
      scan.replies.set(key, (scan.replies.get(key) ?? 0) + 1);
    }
    countFiles(archive, team, message, scan);
    for (const reaction of rowsAt(message.row, 'reactions')) {
      scan.reactions += 1;
      scan.emojiNames.add(textAt(reaction, 'name').split('::')[0] ?? '');
      for (const user of textsAt(reaction, 'users'))
        addUser({ id: user, name: '', isBot: false }, { team, report: reportUser, at: message });
    }
  }
  reportUnused(archive.names, (name) => isUsed(name, team, scan), reportUser);
  for (const conversation of team.conversations.values())
    if (conversation.isUnnamed) conversation.members = [...(members.get(conversation.id) ?? [])];
  return scan;
}

/** Whether a file of the archive is read, or named in the report on another occasion. */
function isUsed(name: string, { files }: SlackTeam, { shown }: SlackScan): boolean {
  const id = fileIdOf(name);
  if (id !== undefined) return shown.has(id) && files.get(id) === name;
  return emojiPicture.test(name) || isAtTop(name) || isInFolderOfDays(name);
}

const place = (team: SlackTeam, id: string): Pick<SlackMessage, 'file' | 'line' | 'at'> => {
  const conversation = team.conversations.get(id);
  return { file: conversation?.file ?? '', line: conversation?.line ?? 1, at: conversation?.created ?? 0 };
};

function countFiles(archive: ZipArchive, { files }: SlackTeam, message: SlackMessage, scan: SlackScan): void {
  for (const { id } of filesOf(message)) {
    const path = files.get(id);
    if (path === undefined) scan.files.linked += 1;
    else {
      scan.shown.add(id);
      scan.files.archived += 1;
      scan.files.archivedBytes += archive.bytes(path) ?? 0;
    }
  }
}

interface Adding {
  team: SlackTeam;
  report: ReportProblem;
  at: Pick<SlackMessage, 'file' | 'line' | 'at'>;
}

/** A user whom the lists do not have was deleted or is of another workspace: the account is deactivated. */
function addUser({ id, name, isBot }: Sender, { team, report, at: { file, line, at } }: Adding): void {
  const known = team.users.get(id);
  if (known !== undefined) {
    if (known.isReconstructed && name !== '' && known.name === fallbackName(id)) known.name = name;
    return;
  }
  if (isBot && team.bots.size >= maxBots) return;
  if (isBot) team.bots.add(id);
  else
    report({
      file,
      line,
      what: phrase('The export lists no such user; a deactivated account is made.'),
      done: 'changed',
    });
  const user: SlackUser = {
    id,
    name: name || fallbackName(id),
    email: null,
    role: Role.member,
    isBot,
    botId: '',
    isActive: false,
    isReconstructed: true,
    joined: at,
    timezone: '',
    profile: { title: '', phone: '' },
    status: null,
    custom: new Map(),
    file,
    line,
  };
  team.users.set(id, user);
}

const fallbackName = (id: string): string => `User ${id}`;

/** @returns the account of a sender; of bots with very many names one for all. */
export function accountOf(team: SlackTeam, { id, isBot }: Sender): string {
  if (!isBot || team.users.has(id)) return id;
  const [first = id] = team.bots;
  return first;
}
