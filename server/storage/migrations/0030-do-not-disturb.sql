-- When users want no notifications. Times are UNIX seconds.
CREATE TABLE do_not_disturb (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  until INTEGER,                       -- turned on by hand until then; NULL: not
  resumed_until INTEGER,               -- quiet hours do not count until then; NULL: they do
  chosen_at INTEGER NOT NULL,          -- when these two were chosen
  quiet_hours TEXT NOT NULL,           -- JSON: [{days, start, end}]
  allowed_user_ids TEXT NOT NULL,      -- JSON: whose messages notify all the same
  allowed_channel_ids TEXT NOT NULL,   -- JSON: channels whose messages notify all the same
  shown_until INTEGER,                 -- what other users were last informed of; NULL: notifications are on
  changes_at INTEGER,                  -- when that changes next; NULL: not while nothing is chosen
  noted_at INTEGER NOT NULL,           -- when these two were found out
  time_zone TEXT NOT NULL              -- for which time zone
);
