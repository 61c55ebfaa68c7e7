-- Second steps of signing in with a password. Times are UNIX seconds.
CREATE TABLE two_factor (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  secret TEXT NOT NULL,                -- what the authenticator app knows too, in base32
  turned_on_at INTEGER NOT NULL,
  used_steps TEXT NOT NULL             -- JSON of numbers: steps of 30 seconds whose codes were used, the newest last
);
-- Recovery codes that are still good: a used one is deleted.
CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users (id),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;
