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
