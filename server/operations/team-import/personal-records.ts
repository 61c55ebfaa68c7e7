/** Records of what users keep for themselves, and what all records have (records.ts). */

/** The id of a thing in its source: stored, so that a second import of the same team adds nothing twice. */
export type SourceId = string | number;

/** Where a record was found, for problems that the writer finds. */
export interface Placed {
  file: string;
  line: number | null;
}

/** What users keep for themselves. */
export type PersonalRecord = Placed & { kind: 'personal'; user: SourceId } & (
    | { of: 'topic'; channel: SourceId; topic: string; policy: 1 | 2 | 3; at: number }
    | { of: 'muted-user'; muted: SourceId; at: number }
    | { of: 'alert-word'; word: string }
    | { of: 'snippet'; id: SourceId; title: string; content: string; created: number }
    | { of: 'view'; fragment: string; isPinned: boolean; name: string | null }
    | DraftPart
    | QuietPart
    | { of: 'bot-storage'; key: string; value: string }
  );

export interface DraftPart {
  of: 'draft';
  id: SourceId;
  type: '' | 'stream' | 'private';
  /** A channel, or users. */
  to: SourceId[];
  topic: string;
  content: string;
  at: number;
}

/** When a user wants no notifications. Times are UNIX seconds. */
export interface QuietPart {
  of: 'quiet';
  until: number | null;
  resumedUntil: number | null;
  chosen: number;
  /** As domain/do-not-disturb/quiet-rules.ts, checked by the writer. */
  quietHours: unknown;
  allowedUsers: SourceId[];
  allowedChannels: SourceId[];
  /** When the status is cleared; null = not by time. */
  statusEnds: number | null;
  /** Notifications are off as long as the status is there. */
  followsStatus: boolean;
}

/** A message that a user wants to be shown again; one that is due already is kept as not sent. */
export interface ReminderRecord extends Placed {
  kind: 'reminder';
  /** Of the reminder, unlike those of scheduled messages. */
  id: SourceId;
  user: SourceId;
  message: SourceId;
  content: string;
  note: string;
  client: string;
  at: number;
  failure: string | null;
}
