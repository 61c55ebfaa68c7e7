-- Teams that were imported from another chat, and under which ids their things are stored: a second import adds nothing twice.
CREATE TABLE import_origins (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  origin TEXT NOT NULL UNIQUE,         -- names the team in its source, the same for each of its exports
  title TEXT NOT NULL,                 -- of the chat that it was exported from: Slack, Zulip 11.4
  imported_at INTEGER NOT NULL,        -- the last time; UNIX seconds
  kept_message_id INTEGER NOT NULL     -- messages up to this one have the ids of the source; 0 = none
);
CREATE TABLE import_ids (
  origin_id INTEGER NOT NULL,
  kind TEXT NOT NULL,                  -- user, group, folder, channel, message, file, emoji, field, linkifier, snippet
  source_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  is_new INTEGER NOT NULL,             -- 1: made by the import; 0: it was here already
  PRIMARY KEY (origin_id, kind, source_id)
) WITHOUT ROWID;
