-- The first schema that this program opens, as it was when the one before had twelve parts; it stays as it is. Times are UNIX seconds unless a name ends in _ms. Booleans are 0/1. JSON columns hold JSON text.
-- A "group setting" is a JSON value: a group id, or {"direct_members":[...],"direct_subgroups":[...]}.
-- Replaces 0001 to 0012, by the beginnings of their checksums: 9ee3adcb040ba64f 7948855499aa2907 4576698758216288 4eabeaeedb19eda6 dc02d01d6906242b c107790a4e009b68 dc013a4e03ab253c 3e50774de5773524 dd438ca259ac3c46 527b84b79f3922c8 b7d153f6ef00daca 68bc1cf09da1e51d

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

-- Organization ------------------------------------------------------------------------------------
CREATE TABLE realm_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE realm_domains (domain TEXT PRIMARY KEY, allow_subdomains INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE user_settings_defaults (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- People ------------------------------------------------------------------------------------------
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,                 -- API email
  email_key TEXT NOT NULL UNIQUE,      -- lower-cased API email
  delivery_email TEXT NOT NULL,
  delivery_email_key TEXT NOT NULL UNIQUE,
  full_name TEXT NOT NULL,
  role INTEGER NOT NULL DEFAULT 400,
  is_active INTEGER NOT NULL DEFAULT 1,
  is_bot INTEGER NOT NULL DEFAULT 0,
  is_system_bot INTEGER NOT NULL DEFAULT 0,
  bot_type INTEGER,                    -- 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded
  bot_owner_id INTEGER REFERENCES users(id),
  default_sending_stream_id INTEGER,
  default_events_register_stream_id INTEGER,
  default_all_public_streams INTEGER NOT NULL DEFAULT 0,
  api_key TEXT NOT NULL UNIQUE,
  password_hash TEXT,
  timezone TEXT NOT NULL DEFAULT '',
  date_joined INTEGER NOT NULL,
  avatar_source TEXT NOT NULL DEFAULT 'G',
  avatar_version INTEGER NOT NULL DEFAULT 1,
  avatar_file TEXT,
  can_create_users INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL DEFAULT '{}'  -- JSON of the settings that differ from the defaults
);
CREATE INDEX users_bot_owner ON users(bot_owner_id) WHERE bot_owner_id IS NOT NULL;

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id),
  csrf_token TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  user_agent TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions(user_id);

-- A new address that its owner has yet to confirm, by the link that was mailed to it.
CREATE TABLE email_changes (
  key TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id),
  new_email TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE user_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  is_system_group INTEGER NOT NULL DEFAULT 0,
  creator_id INTEGER,
  date_created INTEGER,
  deactivated INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL DEFAULT '{}'  -- JSON: can_manage_group etc. -> group setting
);
CREATE TABLE user_group_members (
  group_id INTEGER NOT NULL REFERENCES user_groups(id),
  user_id INTEGER NOT NULL REFERENCES users(id),
  PRIMARY KEY (group_id, user_id)
) WITHOUT ROWID;
CREATE INDEX user_group_members_user ON user_group_members(user_id);
CREATE TABLE user_group_subgroups (
  group_id INTEGER NOT NULL REFERENCES user_groups(id),
  subgroup_id INTEGER NOT NULL REFERENCES user_groups(id),
  PRIMARY KEY (group_id, subgroup_id)
) WITHOUT ROWID;
CREATE INDEX user_group_subgroups_sub ON user_group_subgroups(subgroup_id);

CREATE TABLE user_status (
  user_id INTEGER PRIMARY KEY REFERENCES users(id),
  away INTEGER NOT NULL DEFAULT 0,
  status_text TEXT NOT NULL DEFAULT '',
  emoji_name TEXT NOT NULL DEFAULT '',
  emoji_code TEXT NOT NULL DEFAULT '',
  reaction_type TEXT NOT NULL DEFAULT '',
  updated_at INTEGER NOT NULL
);
CREATE TABLE presence (
  user_id INTEGER PRIMARY KEY REFERENCES users(id),
  active_timestamp INTEGER,
  idle_timestamp INTEGER,
  update_id INTEGER NOT NULL UNIQUE,
  client TEXT NOT NULL DEFAULT ''
);
CREATE TABLE muted_users (
  user_id INTEGER NOT NULL REFERENCES users(id),
  muted_user_id INTEGER NOT NULL REFERENCES users(id),
  timestamp INTEGER NOT NULL,
  PRIMARY KEY (user_id, muted_user_id)
) WITHOUT ROWID;
CREATE TABLE alert_words (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id),
  word TEXT NOT NULL,
  word_key TEXT NOT NULL,
  UNIQUE (user_id, word_key)
);
CREATE TABLE profile_fields (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  hint TEXT NOT NULL DEFAULT '',
  field_type INTEGER NOT NULL,
  field_data TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL,
  display_in_profile_summary INTEGER NOT NULL DEFAULT 0,
  required INTEGER NOT NULL DEFAULT 0,
  editable_by_user INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE profile_values (
  user_id INTEGER NOT NULL REFERENCES users(id),
  field_id INTEGER NOT NULL REFERENCES profile_fields(id),
  value TEXT NOT NULL,
  rendered_value TEXT,
  PRIMARY KEY (user_id, field_id)
) WITHOUT ROWID;
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  is_multiuse INTEGER NOT NULL DEFAULT 0,
  email TEXT,                          -- null for reusable links
  key TEXT NOT NULL UNIQUE,
  invited_by INTEGER NOT NULL REFERENCES users(id),
  invited_at INTEGER NOT NULL,
  expires_at INTEGER,
  invited_as INTEGER NOT NULL,
  stream_ids TEXT NOT NULL DEFAULT '[]',
  group_ids TEXT NOT NULL DEFAULT '[]',
  include_realm_default_subscriptions INTEGER NOT NULL DEFAULT 0,
  notify_referrer_on_join INTEGER NOT NULL DEFAULT 1,
  welcome_message_custom_text TEXT,    -- null = organization default
  status TEXT NOT NULL DEFAULT 'pending', -- pending, accepted, revoked
  use_count INTEGER NOT NULL DEFAULT 0
);

-- Channels ----------------------------------------------------------------------------------------
CREATE TABLE channel_folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  rendered_description TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL,
  is_archived INTEGER NOT NULL DEFAULT 0,
  date_created INTEGER NOT NULL,
  creator_id INTEGER
);
-- The set of recipients of a message: a channel, or a group of users (user_ids = sorted ids joined with ",").
CREATE TABLE recipients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stream_id INTEGER UNIQUE,
  user_ids TEXT UNIQUE
);
CREATE TABLE recipient_users (
  user_id INTEGER NOT NULL REFERENCES users(id),
  recipient_id INTEGER NOT NULL REFERENCES recipients(id),
  PRIMARY KEY (user_id, recipient_id)
) WITHOUT ROWID;
CREATE INDEX recipient_users_recipient ON recipient_users(recipient_id);

CREATE TABLE streams (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recipient_id INTEGER NOT NULL REFERENCES recipients(id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  rendered_description TEXT NOT NULL DEFAULT '',
  date_created INTEGER NOT NULL,
  creator_id INTEGER,
  invite_only INTEGER NOT NULL DEFAULT 0,
  is_web_public INTEGER NOT NULL DEFAULT 0,
  history_public_to_subscribers INTEGER NOT NULL DEFAULT 1,
  is_default INTEGER NOT NULL DEFAULT 0,
  is_archived INTEGER NOT NULL DEFAULT 0,
  folder_id INTEGER REFERENCES channel_folders(id),
  topics_policy TEXT NOT NULL DEFAULT 'inherit',
  message_retention_days INTEGER,      -- null = organization setting, -1 = unlimited
  first_message_id INTEGER,
  subscriber_count INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL DEFAULT '{}'  -- JSON: the ten can_*_group settings
);
CREATE TABLE subscriptions (
  user_id INTEGER NOT NULL REFERENCES users(id),
  stream_id INTEGER NOT NULL REFERENCES streams(id),
  active INTEGER NOT NULL DEFAULT 1,   -- kept when 0: colour and settings come back on re-subscribing
  color TEXT NOT NULL,
  pin_to_top INTEGER NOT NULL DEFAULT 0,
  is_muted INTEGER NOT NULL DEFAULT 0,
  desktop_notifications INTEGER,       -- null = inherit, for all five
  audible_notifications INTEGER,
  push_notifications INTEGER,
  email_notifications INTEGER,
  wildcard_mentions_notify INTEGER,
  PRIMARY KEY (user_id, stream_id)
) WITHOUT ROWID;
CREATE INDEX subscriptions_stream ON subscriptions(stream_id, user_id) WHERE active = 1;
-- Which messages of a channel a user has received: those with after_id < id <= until_id (null = still subscribed).
CREATE TABLE subscription_spans (
  user_id INTEGER NOT NULL REFERENCES users(id),
  stream_id INTEGER NOT NULL REFERENCES streams(id),
  after_id INTEGER NOT NULL,
  until_id INTEGER,
  PRIMARY KEY (user_id, stream_id, after_id)
) WITHOUT ROWID;
CREATE TABLE user_topics (
  user_id INTEGER NOT NULL REFERENCES users(id),
  stream_id INTEGER NOT NULL REFERENCES streams(id),
  topic_key TEXT NOT NULL,
  topic TEXT NOT NULL,
  visibility_policy INTEGER NOT NULL,
  last_updated INTEGER NOT NULL,
  PRIMARY KEY (user_id, stream_id, topic_key)
) WITHOUT ROWID;

-- Messages ----------------------------------------------------------------------------------------
-- The HTML of most messages is one paragraph of what was written, and a third of what a message takes: "=" stands for it.
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender_id INTEGER NOT NULL REFERENCES users(id),
  recipient_id INTEGER NOT NULL REFERENCES recipients(id),
  stream_id INTEGER,                   -- null for direct messages
  topic TEXT NOT NULL DEFAULT '',
  topic_key TEXT NOT NULL DEFAULT '',  -- lower-cased topic
  content TEXT NOT NULL,
  own_html TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  client TEXT NOT NULL,
  is_me_message INTEGER NOT NULL DEFAULT 0,
  has_link INTEGER NOT NULL DEFAULT 0,
  has_image INTEGER NOT NULL DEFAULT 0,
  has_attachment INTEGER NOT NULL DEFAULT 0,
  has_reaction INTEGER NOT NULL DEFAULT 0,
  last_edit_timestamp INTEGER,
  last_moved_timestamp INTEGER,
  edit_history TEXT                    -- JSON, newest first; null = never edited or moved
, rendered_content TEXT
  GENERATED ALWAYS AS (CASE own_html WHEN '=' THEN '<p>' || content || '</p>' ELSE own_html END) VIRTUAL);
CREATE INDEX messages_recipient ON messages(recipient_id, id);
CREATE INDEX messages_topic ON messages(stream_id, topic_key, id) WHERE stream_id IS NOT NULL;
CREATE INDEX messages_sender ON messages(sender_id, id);
-- Rare kinds of messages, so that a search for them does not read all others.
CREATE INDEX messages_has_link ON messages(recipient_id, id) WHERE has_link = 1;
CREATE INDEX messages_has_image ON messages(recipient_id, id) WHERE has_image = 1;
CREATE INDEX messages_has_attachment ON messages(recipient_id, id) WHERE has_attachment = 1;
CREATE INDEX messages_has_reaction ON messages(recipient_id, id) WHERE has_reaction = 1;
CREATE INDEX messages_resolved ON messages(recipient_id, id) WHERE substr(topic, 1, 2) = '✔ ';
CREATE VIRTUAL TABLE message_search USING fts4(content="messages", tokenize=unicode61, topic, content);

-- A row only where a user's flags differ from "read and nothing else". Bits: see server/domain/messages/flags/flags.shared.ts
CREATE TABLE message_flags (
  user_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  PRIMARY KEY (user_id, message_id)
) WITHOUT ROWID;
CREATE INDEX message_flags_message ON message_flags(message_id);
CREATE INDEX message_flags_starred ON message_flags(user_id, message_id) WHERE (flags & 2) != 0;
CREATE INDEX message_flags_called ON message_flags(user_id, message_id) WHERE (flags & 120) != 0;

CREATE TABLE reactions (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id),
  emoji_name TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  reaction_type TEXT NOT NULL,
  UNIQUE (message_id, user_id, reaction_type, emoji_code)
);
CREATE TABLE submessages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  sender_id INTEGER NOT NULL REFERENCES users(id),
  msg_type TEXT NOT NULL,
  content TEXT NOT NULL
);
CREATE INDEX submessages_message ON submessages(message_id);
-- is_animated: pictures that move, and that are shown moving.
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES users(id),
  path_id TEXT NOT NULL UNIQUE,        -- "<realm>/<random>/<file name>", below uploads/
  name TEXT NOT NULL,
  size INTEGER NOT NULL,               -- bytes
  content_type TEXT NOT NULL,
  create_time INTEGER NOT NULL,
  width INTEGER,
  height INTEGER
, is_animated INTEGER NOT NULL DEFAULT 0);
CREATE INDEX attachments_owner ON attachments(owner_id);
CREATE TABLE attachment_messages (
  attachment_id INTEGER NOT NULL REFERENCES attachments(id) ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (attachment_id, message_id)
) WITHOUT ROWID;
CREATE INDEX attachment_messages_message ON attachment_messages(message_id);

CREATE TABLE drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id),
  type TEXT NOT NULL,
  recipients TEXT NOT NULL,            -- JSON integer[]
  topic TEXT NOT NULL,
  content TEXT NOT NULL,
  timestamp INTEGER NOT NULL
);
CREATE INDEX drafts_user ON drafts(user_id);
CREATE TABLE saved_snippets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id),
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  date_created INTEGER NOT NULL
);
CREATE TABLE scheduled_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender_id INTEGER NOT NULL REFERENCES users(id),
  kind TEXT NOT NULL DEFAULT 'message', -- message, reminder
  type TEXT NOT NULL,                  -- stream, private
  recipients TEXT NOT NULL,            -- JSON: channel id, or integer[] of user ids
  topic TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  client TEXT NOT NULL DEFAULT '',
  read_by_sender INTEGER,              -- null = decided from the client's name
  scheduled_delivery_timestamp INTEGER NOT NULL,
  failed INTEGER NOT NULL DEFAULT 0,
  failure_message TEXT,
  reminder_target_message_id INTEGER,
  note TEXT
);
CREATE INDEX scheduled_messages_due ON scheduled_messages(scheduled_delivery_timestamp) WHERE failed = 0;
CREATE TABLE navigation_views (
  user_id INTEGER NOT NULL REFERENCES users(id),
  fragment TEXT NOT NULL,
  is_pinned INTEGER NOT NULL,
  name TEXT,
  PRIMARY KEY (user_id, fragment)
) WITHOUT ROWID;

-- Organization's collections ----------------------------------------------------------------------
CREATE TABLE linkifiers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pattern TEXT NOT NULL,
  url_template TEXT NOT NULL,
  position INTEGER NOT NULL
);
CREATE TABLE realm_emoji (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  author_id INTEGER,
  file_name TEXT NOT NULL,
  still_file_name TEXT,
  deactivated INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE realm_playgrounds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  pygments_language TEXT NOT NULL,
  url_template TEXT NOT NULL
);
CREATE TABLE realm_exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  acting_user_id INTEGER NOT NULL,
  export_time INTEGER NOT NULL,
  export_type INTEGER NOT NULL,
  deleted_timestamp INTEGER,
  failed_timestamp INTEGER,
  file_name TEXT
);

-- Bots, webhooks, push, deliveries ----------------------------------------------------------------
CREATE TABLE bot_services (
  bot_id INTEGER PRIMARY KEY REFERENCES users(id),
  base_url TEXT NOT NULL,
  token TEXT NOT NULL,
  interface INTEGER NOT NULL DEFAULT 1,
  triggers TEXT NOT NULL DEFAULT '["direct_message","mention"]'
);
CREATE TABLE bot_storage (bot_id INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (bot_id, key)) WITHOUT ROWID;
CREATE TABLE push_tokens (
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL,                  -- fcm, apns
  token TEXT NOT NULL,
  app_id TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, token)
) WITHOUT ROWID;
CREATE TABLE push_devices (
  user_id INTEGER NOT NULL,
  push_account_id INTEGER NOT NULL,
  token_kind TEXT NOT NULL,
  push_public_key TEXT NOT NULL,
  bouncer_public_key TEXT NOT NULL,
  encrypted_push_registration TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending', -- pending, active, failed
  error_code TEXT,
  bouncer_device_id INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, push_account_id)
) WITHOUT ROWID;
-- One durable queue for everything that leaves the machine: mail, outgoing webhooks, push.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,                  -- mail, webhook, push
  subject_id INTEGER,                  -- bot id, user id, invitation id
  payload TEXT NOT NULL,               -- JSON
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_ms INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending', -- pending, done, failed
  last_error TEXT,
  last_status INTEGER,
  response TEXT,
  finished_at INTEGER
);
CREATE INDEX deliveries_due ON deliveries(next_attempt_ms) WHERE status = 'pending';
CREATE INDEX deliveries_kind ON deliveries(kind, id);

-- Events ------------------------------------------------------------------------------------------
CREATE TABLE event_queues (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  options TEXT NOT NULL,               -- JSON: QueueOptions of server/events/queue.ts
  after_id INTEGER NOT NULL,           -- the queue holds events with a greater id only; rises with acknowledgements
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE event_log (
  id INTEGER PRIMARY KEY,
  payload TEXT NOT NULL,               -- JSON of the event in its fullest form
  audience TEXT NOT NULL               -- JSON: Audience of server/events/audience.ts
);

-- Links and deliveries ----------------------------------------------------------------------------
-- Links with which people choose a new password: one an account, kept as a hash only. Times are UNIX seconds.
CREATE TABLE password_resets (
  user_id INTEGER PRIMARY KEY REFERENCES users(id),
  key_hash TEXT NOT NULL UNIQUE,
  created_by INTEGER NOT NULL REFERENCES users(id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
-- What went wrong, and the log of one bot, without reading all deliveries.
CREATE INDEX deliveries_failed ON deliveries(finished_at, kind) WHERE status = 'failed';
CREATE INDEX deliveries_webhooks ON deliveries(subject_id, id) WHERE kind = 'webhook';

-- Presence ----------------------------------------------------------------------------------------
-- When users were active or idle without a break: what the console's time line of presence shows. Pruned to eight days. Times are UNIX seconds.
CREATE TABLE presence_stretches (
  user_id INTEGER NOT NULL REFERENCES users(id),
  started_at INTEGER NOT NULL,
  -- The last report of the stretch.
  ended_at INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  -- The client program that reported last.
  client TEXT NOT NULL,
  PRIMARY KEY (user_id, started_at)
) WITHOUT ROWID;

-- Keys of sent messages ---------------------------------------------------------------------------
-- What clients call the messages that they send (header Idempotency-Key), written with the message: whoever asks again under the
-- same key is told of the same message. The message itself may be gone. Pruned to seven days. Times are UNIX seconds.
CREATE TABLE sent_message_keys (
  user_id INTEGER NOT NULL REFERENCES users(id),
  key TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  -- What else the first answer said: the author's new policy for the topic.
  visibility_policy INTEGER,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) WITHOUT ROWID;
CREATE INDEX sent_message_keys_age ON sent_message_keys(sent_at);

-- Mails and pushes --------------------------------------------------------------------------------
-- Messages of which a user's devices were told: withdrawn there once they are read elsewhere, or gone.
CREATE TABLE pushed_messages (
  user_id INTEGER NOT NULL REFERENCES users(id),
  message_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, message_id)
) WITHOUT ROWID;

-- Mails about messages that their readers have not seen. Up to which message that is settled for a user: mailed, or found needless.
CREATE TABLE missed_message_marks (
  user_id INTEGER PRIMARY KEY REFERENCES users(id),
  message_id INTEGER NOT NULL
);

-- The secret in the links by which mails of a kind are stopped without signing in: one a user, as old mails are kept for long.
CREATE TABLE unsubscribe_keys (
  user_id INTEGER PRIMARY KEY REFERENCES users(id),
  key TEXT NOT NULL UNIQUE
);

-- Browsers and programs that a user has signed in with: the first sign-in of each is told by mail. Times are UNIX seconds.
CREATE TABLE known_devices (
  user_id INTEGER NOT NULL REFERENCES users(id),
  device TEXT NOT NULL,
  first_sign_in INTEGER NOT NULL,
  PRIMARY KEY (user_id, device)
) WITHOUT ROWID;

-- When a user's last digest was due, sent or not: UNIX seconds.
CREATE TABLE digest_times (
  user_id INTEGER PRIMARY KEY REFERENCES users(id),
  due_at INTEGER NOT NULL
);

-- Search ------------------------------------------------------------------------------------------
-- The search index as the server's own analyser makes it: words of messages in buckets of neighbouring ids. A bucket is built in the
-- background; until then, and after edits, words of single messages stand in search_words and go before what a bucket says.
-- The index of before (message_search) answers for buckets that are not built yet, and is dropped when all are.
CREATE TABLE search_buckets (
  bucket INTEGER PRIMARY KEY,          -- message id / 4096
  generation INTEGER NOT NULL,         -- its rows of search_postings
  analyser TEXT NOT NULL,              -- what made the words: server/narrow/analyser.ts
  renderer TEXT NOT NULL               -- what made the HTML of its messages: server/markdown/render.ts
);
-- In which messages of a bucket a word occurs, and where in them: server/narrow/postings.ts. A "~" before it marks a stem.
CREATE TABLE search_postings (
  generation INTEGER NOT NULL,
  word TEXT NOT NULL,
  places TEXT NOT NULL,
  PRIMARY KEY (generation, word)
) WITHOUT ROWID;
CREATE TABLE search_words (message_id INTEGER PRIMARY KEY, words TEXT NOT NULL);
-- Topics are searched as topics, once each, whatever the number of their messages.
CREATE TABLE search_topics (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER NOT NULL,
  topic_key TEXT NOT NULL,
  UNIQUE (channel_id, topic_key)
);
CREATE TABLE search_topic_words (
  word TEXT NOT NULL,
  topic_id INTEGER NOT NULL REFERENCES search_topics(id),
  PRIMARY KEY (word, topic_id)
) WITHOUT ROWID;
CREATE INDEX search_topic_words_topic ON search_topic_words(topic_id);
-- One row: languages whose stems the index has (JSON), what made all of it when it was complete last, and whether the index of before
-- is still there.
CREATE TABLE search_state (
  id INTEGER PRIMARY KEY,
  languages TEXT NOT NULL,
  analyser TEXT NOT NULL,
  renderer TEXT NOT NULL,
  last_generation INTEGER NOT NULL,
  has_former_index INTEGER NOT NULL
);
INSERT INTO search_state (id, languages, analyser, renderer, last_generation, has_former_index) VALUES (1, '["en"]', '', '', 0, 1);

-- Audit log ---------------------------------------------------------------------------------------
-- Who changed what of the organization and its server: the newest entries. Written in the transaction of the change. Times are UNIX
-- seconds. Names are those of the day, as accounts and channels are renamed.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  via TEXT NOT NULL,                   -- request, command_line, desktop_app, restore, server
  user_id INTEGER,                     -- who did it; null = nobody who was signed in
  user_name TEXT,
  client TEXT,
  address TEXT,                        -- the remote one
  operation TEXT,                      -- of the API: "PATCH /realm"
  kind TEXT NOT NULL,                  -- what kind of thing changed: server/domain/audit/rows.ts
  action TEXT NOT NULL,
  subject_id INTEGER,
  subject TEXT NOT NULL,
  changes TEXT NOT NULL                -- JSON: [{"field", "from", "to"}], a secret without both
);

-- Flags that outlive being subscribed: found by message, without the many rows that only say "unread".
CREATE INDEX message_flags_lasting ON message_flags(message_id, user_id) WHERE (flags & 126) != 0;

-- Explanations that somebody has seen once and needs no more, by the name that clients give them.
CREATE TABLE onboarding_steps (user_id INTEGER NOT NULL REFERENCES users(id), name TEXT NOT NULL, PRIMARY KEY (user_id, name)) WITHOUT ROWID;
