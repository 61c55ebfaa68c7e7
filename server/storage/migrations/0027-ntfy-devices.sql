-- Devices that subscribe to notifications with the ntfy app, one secret topic each. Times are UNIX seconds.
CREATE TABLE ntfy_devices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,                  -- as its user calls it
  platform TEXT NOT NULL,              -- android, ios, computer
  shows_text INTEGER NOT NULL,         -- 0: only the sender
  topic_hash TEXT NOT NULL UNIQUE,     -- SHA-256: the topic itself is shown once and not stored
  poll_name TEXT NOT NULL,             -- SHA-256 of the topic's address: its name at an upstream server
  read_key TEXT NOT NULL,              -- a secret: signs the links of "Mark as read"
  created_at INTEGER NOT NULL,
  last_used_at INTEGER                 -- when it last subscribed; NULL: never
);
CREATE INDEX ntfy_devices_of_user ON ntfy_devices (user_id);
-- What was published to them: which message, not what it says. The order of ids is the order of publishing.
CREATE TABLE ntfy_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_id INTEGER NOT NULL REFERENCES ntfy_devices (id),
  key TEXT NOT NULL UNIQUE,            -- its id in the protocol
  kind TEXT NOT NULL,                  -- message, clear, test
  message_id INTEGER,                  -- of a message in the chat
  conversation TEXT NOT NULL,          -- sequence id: the same for all notifications of a conversation
  sent_at INTEGER NOT NULL
);
CREATE INDEX ntfy_messages_of_device ON ntfy_messages (device_id, id);
CREATE INDEX ntfy_messages_of_message ON ntfy_messages (message_id) WHERE message_id IS NOT NULL;
