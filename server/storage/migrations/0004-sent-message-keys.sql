-- What clients call the messages that they send (header Idempotency-Key), written with the message: whoever asks again under the
-- same key is told of the same message. The message itself may be gone. Pruned to seven days. Times are UNIX seconds.
CREATE TABLE sent_message_keys (
  user_id INTEGER NOT NULL REFERENCES users(id),
  key TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  -- What else the first answer said: the author's new policy for the topic.
  visibility_policy INTEGER,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) WITHOUT ROWID;
CREATE INDEX sent_message_keys_age ON sent_message_keys(sent_at);
