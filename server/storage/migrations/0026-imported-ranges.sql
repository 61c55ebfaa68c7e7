-- Ids of imported messages: their times are those of another chat, and may be older than those of the messages before them.
CREATE TABLE imported_ranges (
  first_id INTEGER PRIMARY KEY,
  last_id INTEGER NOT NULL
);
INSERT INTO imported_ranges (first_id, last_id)
  SELECT 1, max(kept_message_id) FROM import_origins HAVING max(kept_message_id) > 0;
INSERT OR IGNORE INTO imported_ranges (first_id, last_id)
  SELECT min(id), max(id) FROM (
    SELECT id, id - row_number() OVER (ORDER BY id) AS island FROM (SELECT DISTINCT id FROM import_ids WHERE kind = 'message')
  ) GROUP BY island;
