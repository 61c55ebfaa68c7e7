-- What linked pages say of themselves, fetched once each, and the messages that link to them.
CREATE TABLE link_previews (
  url TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'found', 'none')),
  asked_at INTEGER NOT NULL,               -- when it was last put in the queue; UNIX seconds
  title TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  image TEXT                               -- name of its picture in the cache; null without one
);
CREATE TABLE message_link_previews (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  is_removed INTEGER NOT NULL DEFAULT 0,   -- 1: its author does not want it
  PRIMARY KEY (message_id, url)
) WITHOUT ROWID;
CREATE INDEX message_link_previews_url ON message_link_previews(url);
