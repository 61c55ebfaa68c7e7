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
-- What was said before this version began to send mails stays as it was.
INSERT INTO missed_message_marks (user_id, message_id) SELECT id, (SELECT coalesce(max(id), 0) FROM messages) FROM users;

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
