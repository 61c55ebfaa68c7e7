-- When each user was last mailed about missed messages: such mails are fifteen minutes apart. UNIX seconds; 0 = never.
ALTER TABLE missed_message_marks ADD COLUMN mailed_at INTEGER NOT NULL DEFAULT 0;
