-- Pictures that move, and that are shown moving. Those uploaded before stay still.
ALTER TABLE attachments ADD COLUMN is_animated INTEGER NOT NULL DEFAULT 0;
