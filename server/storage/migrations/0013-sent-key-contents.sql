-- SHA-256 of the content that was sent under a key: another content under the same key is refused. Rows of before have none.
ALTER TABLE sent_message_keys ADD COLUMN content_sha256 TEXT;
