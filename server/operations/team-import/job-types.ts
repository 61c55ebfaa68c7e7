/** Input and output of import steps: plain data, which goes to a thread and comes back. */
import type { Cause } from '../../domain/audit/cause.ts';
import type { ReservedIds } from '../../storage/reserved-ids.ts';
import type { NamedPreview } from './open-source.ts';
import type { SourceId } from './personal-records.ts';

/** What was added, by kind. */
export type ImportCounts = Record<
  | 'users'
  | 'bots'
  | 'deactivated'
  | 'channels'
  | 'private_channels'
  | 'messages'
  | 'direct_messages'
  | 'files'
  | 'reactions',
  number
>;

/** The person who imports a team into a new organization: its only owner. */
export interface NewOwner {
  email: string;
  fullName: string;
  /** Null where they choose a password by a link. */
  passwordHash: string | null;
}

/** What the importing person chose, as it goes to a thread. */
export interface ChosenParts {
  leaveOutChannels: SourceId[];
  leaveOutDirectMessages: boolean;
  mainTopic: string;
  team: string | null;
}

interface JobBase {
  file: string;
  /** What it is called by the person who chose it; by default as on the disk. */
  name?: string;
  /** A folder of the import on the disk of the data. */
  work: string;
}

/** Steps of an import that was begun. */
interface ChosenJob extends JobBase {
  choices: ChosenParts;
  /** Of the workspace: files that the export only links to are downloaded while it is unpacked. */
  slackToken?: string | undefined;
}

export type ImportJob =
  | (JobBase & { kind: 'preview' })
  | (ChosenJob & { kind: 'unpack' })
  | (ChosenJob & {
      kind: 'write';
      /** The data folder that takes the team in; null for an organization that is made. It is closed. */
      from: string | null;
      /** An empty folder on the same disk, in which the data comes to be. */
      folder: string;
      owner: NewOwner | null;
      cause: Cause;
      /** UNIX milliseconds. */
      nowMs: number;
      /** Ids for the rows of the team, where a server still writes in `from`; it is closed when `Hooks.hold` is done. */
      reserved?: ReservedIds;
    });

export interface FoundTeam {
  preview: NamedPreview;
  problemCount: number;
}

export interface WrittenTeam {
  title: string;
  organization: string;
  counts: ImportCounts;
  problemCount: number;
  /** Lines of the report. */
  report: string[];
  ownerId: number | null;
  /** Why it was written while requests waited, as when the server made a channel of the same name meanwhile; null when it was prepared. */
  conflict: string | null;
}

export type OnImportProgress = (progress: { done: number; total: number; messages: number }) => void;
