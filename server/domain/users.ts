/** Users: the table `users`, who they are and what leaves of them. */

/** A row of `users`; booleans are 0 or 1. */
export interface UserRow {
  id: number;
  email: string;
  email_key: string;
  delivery_email: string;
  delivery_email_key: string;
  full_name: string;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number;
  is_active: number;
  is_bot: number;
  is_system_bot: number;
  bot_type: number | null;
  bot_owner_id: number | null;
  default_sending_stream_id: number | null;
  default_events_register_stream_id: number | null;
  default_all_public_streams: number;
  api_key: string;
  password_hash: string | null;
  timezone: string;
  date_joined: number;
  avatar_source: string;
  avatar_version: number;
  avatar_file: string | null;
  can_create_users: number;
  settings: string;
}
