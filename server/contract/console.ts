/**
 * The shapes of what only our own console asks for (paths below /console/), in one place: the server makes them, the console
 * reads them, and both are compiled against this file. Times are UNIX seconds, sizes are bytes, unless a name says otherwise.
 */

/** Something to look at (server/operations/alerts.ts, the rule). */
export interface Alert {
  kind:
    | 'disk_full'
    | 'disk_failing'
    | 'disk_nearly_full'
    | 'backup_overdue'
    | 'backup_failed'
    | 'snapshot_failed'
    | 'unfinished_write'
    | 'mail_failing'
    | 'webhooks_failing'
    | 'push_failing'
    | 'invitations_expiring'
    | 'address_changed'
    | 'network_failing'
    | 'was_asleep';
  /** error: something does not work now. warning: it will not, unless somebody acts. notice: to be known, nothing is broken. */
  severity: 'error' | 'warning' | 'notice';
  title: string;
  /** What is so, and what to do about it, in sentences. */
  message: string;
  /** Where in the console it is mended; null when that is done elsewhere. */
  screen: { path: string; label: string } | null;
}

/** GET /console/overview. */
export interface Overview {
  version: string;
  started_at: number;
  uptime_seconds: number;
  /** Resident memory of the server's process. */
  memory_bytes: number;
  counts: { users: number; bots: number; deactivated: number; channels: number; messages: number };
  storage: { state: string; database_bytes: number; journal_bytes: number; uploads_bytes: number; data_dir: string };
  event_queues: number;
  /** null when there is none yet, or its folder is not there. */
  last_backup: { made_at: number; size: number } | null;
  /** The disk of the data folder. */
  disk: { free_bytes: number; total_bytes: number };
  attention: Alert[];
}

/** How long an operation takes to answer, of its newest requests. */
export interface OperationTimes {
  /** "GET /messages/{message_id}" */
  operation: string;
  /** Since the server started. */
  count: number;
  /** Answers with a status of 500 and above. */
  failures: number;
  p50_ms: number;
  p95_ms: number;
  max_ms: number;
}

/** GET /console/server_health. */
export interface ServerHealth {
  memory: { resident_bytes: number; heap_bytes: number; database_bytes: number };
  /** How late the event loop was: usually, once in a hundred looks, and at most, in the last one to two minutes. */
  event_loop: { p50_ms: number; p99_ms: number; max_ms: number };
  event_queues: { count: number; polled: number; backlog: number; backlog_bytes: number };
  slowest_operations: OperationTimes[];
}

/** GET /console/statistics/channels. */
export interface BusyChannel {
  stream_id: number;
  name: string;
  invite_only: boolean;
  messages: number;
}

/** A place where somebody is signed in to the console. */
export interface OpenSession {
  created_at: number;
  expires_at: number;
  /** What the browser said of itself. */
  user_agent: string;
}

/** GET /console/users/{user_id}. */
export interface AccountOverview {
  user_id: number;
  /** As the setting `email_address_visibility`. */
  email_address_visibility: number;
  /** null when never, or when the user does not share it. */
  last_seen: number | null;
  shares_presence: boolean;
  has_password: boolean;
  /** Only administrators can have it. */
  can_create_users: boolean;
  password_link: { created_by: number; created_at: number; expires_at: number } | null;
  sessions: OpenSession[];
  /** None of users in invisible mode. */
  event_queues: { client: string; created_at: number; backlog: number }[];
  push_devices: number;
  /** Of those that the viewer may know of; how many more there are is told as a number. */
  channels: { stream_id: number; name: string; invite_only: boolean }[];
  hidden_channels: number;
  /** Direct memberships, system groups included. */
  group_ids: number[];
  /** Active bots that go with the account when it is deactivated. */
  bot_ids: number[];
  /** Invitations that would be taken back with it. */
  pending_invitations: number;
}

/** A link with which somebody chooses a password. */
export interface ResetLink {
  link_url: string;
  expires_at: number;
  /** Where the link was mailed to, which may be the outbox of this server. */
  mailed_to: string;
}

/** One newcomer of a list (POST /console/accounts). */
export interface ImportRow {
  full_name: string;
  email: string;
  /** A word of the API, or its number; '' = member. */
  role: string;
  /** Names; newcomers come into the default channels in any case. */
  channels: string[];
  groups: string[];
}

export interface RowError {
  field: keyof ImportRow;
  message: string;
}

/** What became of a row: nothing at all when it has errors. */
export interface RowResult {
  errors: RowError[];
  user_id?: number;
  link_url?: string;
}

/** GET /console/deliveries, of one outgoing webhook. */
export interface WebhookCallWire {
  id: number;
  status: 'pending' | 'done' | 'failed';
  attempts: number;
  created_at: number;
  next_attempt_at: number | null;
  finished_at: number | null;
  last_error: string | null;
  /** HTTP status of the last answer. */
  last_status: number | null;
  trigger: string | null;
  message_id: number | null;
}

/** GET /console/deliveries/{delivery_id}, of an outgoing webhook. */
export interface WebhookContent {
  /** The payload without the bot's token; null when the message is not the viewer's to read, or has gone. */
  request: object | null;
  /** What the bot's server said, shortened; null when nothing was, or it is not the viewer's to read. */
  answer: string | null;
}

/** GET /console/bots/{bot_id}: what the API itself does not tell of a bot. */
export interface BotDetails {
  /** When an outgoing-webhook bot is called; empty for others. */
  triggers: ('direct_message' | 'mention')[];
}

/** What people count in a backup. */
export interface BackupContent {
  users: number;
  channels: number;
  messages: number;
  files: number;
  file_bytes: number;
}

/** A backup that was handed in and read through (POST /console/restores, POST /console/setup/restores). */
export interface ReceivedBackup {
  id: string;
  size: number;
  made_at: number;
  /** null in backups that do not say it. */
  organization: string | null;
  /** Of the program that made it. */
  version: string | null;
  counts: BackupContent;
  /** Of the whole file, hexadecimal. */
  sha256: string;
}

export interface RestoreProgress {
  phase: 'receiving' | 'checking' | 'safety_copy' | 'unpacking' | 'opening';
  done_bytes: number;
  /** 0 while unknown. */
  total_bytes: number;
}

/** One of the list of GET /console/backups. `safety`: made of what was there before other data took its place. */
export interface Backup {
  name: string;
  kind: 'daily' | 'manual' | 'safety';
  /** false: of another organization, which was on this computer before. */
  is_own: boolean;
  organization: string | null;
  made_at: number;
  size: number;
  /** null when the note beside the file is gone. */
  counts: BackupContent | null;
  /** When it was last read through and found whole; with the checksum of the file, hexadecimal. */
  checked_at: number | null;
  sha256: string | null;
}

export interface RunningBackup {
  kind: Backup['kind'];
  started_at: number;
  /** `checking`: it is written, and read through once more. */
  phase: 'starting' | 'writing' | 'checking';
  done_bytes: number;
  /** 0 while unknown. */
  total_bytes: number;
}

/** GET /console/backups. */
export interface Backups {
  backups: Backup[];
  running: RunningBackup | null;
  restoring: RestoreProgress | null;
  last_failure: { at: number; kind: Backup['kind']; message: string } | null;
  next_at: number | null;
  /** Why the folder cannot be looked into. */
  problem: string | null;
  disk: { free_bytes: number; total_bytes: number; needed_bytes: number } | null;
  settings: { backup_daily: boolean; backup_keep: number; backup_dir: string };
}

/** GET /console/setup: what anybody may know before signing in. */
export interface FirstRun {
  needs_setup: boolean;
  organization_name: string | null;
  /** How far the backup is that an empty server is being filled with. */
  restoring: RestoreProgress | null;
  /** null where the data is a team's own. A demo for trainings cannot be left. */
  sample_data: { can_leave: boolean } | null;
  /** Mail reaches people, so that a link to a new password does. */
  sends_mail: boolean;
  /** Anybody may join, without an invitation. */
  lets_anybody_in: boolean;
}
