-- Messages that are pinned to their topic, or to a channel. A pin goes with its message.
CREATE TABLE pinned_messages (
  message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
  stream_id INTEGER NOT NULL,          -- where the message is
  pinned_to INTEGER,                   -- the channel that it is pinned to; NULL, or another channel than it is in: its topic
  pinned_by INTEGER NOT NULL,
  pinned_at INTEGER NOT NULL           -- UNIX seconds
);
CREATE INDEX pinned_messages_channel ON pinned_messages(stream_id, pinned_at);
-- Links at the top of a channel.
CREATE TABLE channel_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stream_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  added_by INTEGER NOT NULL,
  added_at INTEGER NOT NULL            -- UNIX seconds
);
CREATE INDEX channel_links_channel ON channel_links(stream_id, id);
