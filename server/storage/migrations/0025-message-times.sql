-- Between which times the messages of 512 neighbouring ids were sent, widened to whole hours: a search by date reads only where
-- its days are. Times do not rise with ids after imports and clock changes.
CREATE TABLE message_times (
  block INTEGER PRIMARY KEY,   -- id / 512
  since INTEGER NOT NULL,      -- none was sent before; UNIX seconds
  until INTEGER NOT NULL       -- all were sent before
);
INSERT INTO message_times (block, since, until)
  SELECT id / 512, min(timestamp) / 3600 * 3600, (max(timestamp) / 3600 + 1) * 3600 FROM messages GROUP BY id / 512;
