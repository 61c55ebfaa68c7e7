-- Browsers that get notifications by web push. Times are UNIX seconds.
CREATE TABLE web_push_subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,                  -- "Firefox on Linux"
  shows_text INTEGER NOT NULL,         -- 0: only the sender
  endpoint TEXT NOT NULL UNIQUE,       -- a secret: where the browser's push service takes notifications
  p256dh TEXT NOT NULL,                -- the browser's public key, base64url
  auth TEXT NOT NULL,                  -- a secret of the browser, base64url
  session_hash TEXT,                   -- the session of the browser, with whose end it gets nothing; NULL: an API key
  created_at INTEGER NOT NULL,
  last_sent_at INTEGER,                -- when the push service last took a notification; NULL: never
  last_error TEXT                      -- what it said where it took none since then
);
CREATE INDEX web_push_subscriptions_of_user ON web_push_subscriptions (user_id);
-- The key that proves to push services that notifications are of this server (RFC 8292): one row, made once.
CREATE TABLE web_push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,            -- base64url of the point on P-256
  private_key TEXT NOT NULL            -- a secret: base64url of the number
);
