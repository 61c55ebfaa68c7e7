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
