/**
 * What the console's own calls say of topics, uploads and scheduled messages (api/console/topics.ts, uploads.ts,
 * scheduled-messages.ts). Times are UNIX seconds, sizes bytes.
 */

/** A topic with its size, for whoever looks after the channel. */
export interface TopicSize {
  /** Of the newest message. */
  max_id: number;
  /** As written in the newest message. */
  name: string;
  message_count: number;
  last_message_at: number;
  last_sender_id: number;
  last_sender_full_name: string;
}

export interface ConsoleUpload {
  id: number;
  owner_id: number;
  size: number;
  create_time: number;
  message_count: number;
  /** null: not for the reader. */
  file: { name: string; path_id: string; content_type: string } | null;
  /** The newest messages that share it, of those that the reader may read. */
  messages: { id: number; stream_id: number | null; topic: string; timestamp: number }[];
}

export interface ConsoleUploads {
  uploads: ConsoleUpload[];
  /** Of those that the filter lets through. */
  total: number;
  total_size: number;
  /** Of every upload. */
  upload_space_used: number;
  quota_mib_per_user: number;
}

/** What waits or failed: who, when and to what kind of place; never what is written. */
export interface WaitingMessage {
  scheduled_message_id: number;
  sender_id: number;
  type: 'stream' | 'private';
  scheduled_delivery_timestamp: number;
  failed: boolean;
  /** Why it failed. */
  reason: string | null;
}

export interface ScheduledOfEverybody {
  waiting: number;
  failed: number;
  /** null when none waits. */
  next_delivery_at: number | null;
  scheduled_messages: WaitingMessage[];
}

export interface ScheduledFailure {
  scheduled_message_id: number;
  reason: string;
}
