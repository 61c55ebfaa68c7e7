/**
 * Source of an import: a `TeamSource` opens one file of another chat, reads it as a stream, converts what it finds to records
 * (records.ts), and reports what it had to change or leave out. One is made for each format.
 */
import { daySecs } from '../../durations.ts';
import type { Say } from '../../texts.ts';
import { phrase } from '../../translation.ts';
import type { SourceId } from './personal-records.ts';
import type { TakeFile, TeamRecord } from './records.ts';
import type { Problem, ReportProblem } from './report.ts';

/** Chats that a team can come from. `zulip` is also what `npm run export` of Hearth writes. */
export type SourceKind = 'zulip' | 'slack' | 'mattermost';

/**
 * How content refers to other things: records before it decide under which names and ids these are stored. Each method returns
 * Markdown, and undefined for a thing that was not imported.
 */
export interface References {
  /** @param isSilent without a notification. */
  user(id: SourceId, isSilent?: boolean): string | undefined;
  group(id: SourceId): string | undefined;
  channel(id: SourceId, topic?: string): string | undefined;
  /** The address of the file below the server, `/user_uploads/...`. */
  file(id: SourceId): string | undefined;
  /** The id under which it is stored here. */
  idOf(kind: IdKind, id: SourceId): number | undefined;
  /** The name under which it is stored, where that is another than in the source: for texts that refer to it by its name. */
  renamed(kind: 'channel' | 'group', name: string): string | undefined;
  /** Sentences in messages that the source does not have: in the language of the organization. */
  say: Say;
}

/** Things that have source ids; names are those of the stored rows. */
export type IdKind =
  | 'user'
  | 'group'
  | 'folder'
  | 'channel'
  | 'message'
  | 'file'
  | 'emoji'
  | 'field'
  | 'linkifier'
  | 'snippet'
  | 'scheduled'
  | 'draft'
  | 'reminder';

/** A source names a file that it does not have: what `TakeFile` throws then. */
export class MissingFile extends Error {}

/** Files that a chat still has. */
export interface Downloads {
  /**
   * @param contentType that the export names
   * @returns undefined for an address that is not asked. The file is fetched when it is taken: MissingFile where it cannot be had
   */
  take(url: string, contentType: string | null): TakeFile | undefined;
  /** @returns addresses of custom emoji by name, or `alias:` and the name of another. */
  emoji(): Promise<ReadonlyMap<string, string>>;
}

/** What a source works with while it is open. */
export interface SourceTools {
  /** A folder of its own on the disk of the data, for what it unpacks: empty, or as an earlier opening of the same file left it. */
  work: string;
  /** What the file is called by the person who chose it; by default as it is called on the disk. */
  name?: string;
  /** Brings files that an export only links to; without it they stay links. */
  downloads?: Downloads;
  signal: AbortSignal;
  /** Gets what is found wrong while the file is opened; `preview` has it too. */
  report: ReportProblem;
  /** Gets bytes of the file that were unpacked, out of all, by sources that unpack. */
  onProgress?: (done: number, total: number) => void;
  /** Called by sources that unpack, before so many bytes more are written. @throws ImportRefused when there is no room */
  checkRoom?: (bytes: number) => Promise<void>;
}

/** Opens a file of one kind. @throws ImportRefused when it is none, or nothing can be read in it */
export type OpenSource = (file: string, tools: SourceTools) => Promise<TeamSource>;

/**
 * A team in one file, opened. Methods may be called several times and each reads the file again; nothing is kept in memory but
 * what has a bound (users, channels, groups; never messages or files).
 */
export interface TeamSource {
  kind: SourceKind;
  /** For people: "Zulip 11.5", "Slack". */
  title: string;
  /** Names the team, the same for each later export of it: source ids are unique within it. */
  origin: string;
  /** Reads everything but the content of messages and files. @param signal ends it. */
  preview(signal: AbortSignal): Promise<TeamPreview>;
  /**
   * Yields all records in the order of `TeamRecord`, each kind whole before the next, messages from the oldest to the newest.
   * What a record refers to comes before it. A bad record is reported and left out, never thrown.
   * @throws ImportRefused when the file cannot be read on: nothing is imported then
   */
  records(choices: ImportChoices, references: References, report: ReportProblem): AsyncIterable<TeamRecord>;
  /** @returns what the format has and Hearth has not, or the other way round, as sentences: after `records` has ended, for the report. */
  notCarriedOver(): string[];
  /** Bytes that `records` has read, and those of the whole file: for the progress. */
  position(): { done: number; total: number };
  close(): Promise<void>;
}

/** What is in the file, before anything is imported. */
export interface TeamPreview {
  organization: string;
  counts: Record<
    'users' | 'bots' | 'deactivated' | 'channels' | 'private_channels' | 'messages' | 'direct_messages' | 'files',
    number
  >;
  fileBytes: number;
  people: { id: SourceId; name: string; email: string | null; role: number; isBot: boolean; isActive: boolean }[];
  /** Private ones too, by name: anyone who has the file can read them in it. */
  channels: { id: SourceId; name: string; isPrivate: boolean; isArchived: boolean; messages: number | null }[];
  /** Of which one may be chosen; missing where the format has no teams. */
  teams?: { name: string; title: string }[];
  /** When the oldest message was sent, UNIX seconds; null without any. */
  oldest: number | null;
  /** Days for which the source keeps messages, the least of its channels' and of the organization's own; null for ever. */
  retention: { organization: number | null; channels: number | null };
  /** What the format has and Hearth has not, or the other way round: sentences. */
  notCarriedOver: string[];
  problems: Problem[];
}

/** The counts of a preview that are of users. */
export function userCounts(
  people: TeamPreview['people'],
): Pick<TeamPreview['counts'], 'users' | 'bots' | 'deactivated'> {
  return {
    users: people.filter(({ isBot }) => !isBot).length,
    bots: people.filter(({ isBot }) => isBot).length,
    deactivated: people.filter(({ isActive }) => !isActive).length,
  };
}

/** For formats without retention. */
export const keptForever: TeamPreview['retention'] = { organization: null, channels: null };

/** @param days of the places to which messages come. @returns what retention does to old messages of the file, as sentences. */
export function retentionNotes(
  days: readonly (number | null | undefined)[],
  oldest: number | null,
  now: number,
): string[] {
  const limits = days.filter((limit) => limit !== null && limit !== undefined && limit >= 0) as number[];
  const least = Math.min(...limits);
  if (limits.length === 0 || oldest === null || oldest >= now - least * daySecs) return [];
  return [
    least === 1
      ? phrase('Messages older than a day: message retention deletes them soon after the import, where it applies')
      : phrase(
          `Messages older than ${least} days: message retention deletes them soon after the import, where it applies`,
        ),
  ];
}

/** What the importing person chose. */
export interface ImportChoices {
  leaveOutChannels: ReadonlySet<SourceId>;
  leaveOutDirectMessages: boolean;
  /** Topic of messages that belong to no thread; '' is the channel's topic without a name. */
  mainTopic: string;
  /** Mattermost: the team to take, or null for all as folders. */
  team: string | null;
}
