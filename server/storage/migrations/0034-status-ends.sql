-- When statuses end, and whether notifications are off as long as a status is there.
ALTER TABLE do_not_disturb ADD COLUMN status_ends_at INTEGER; -- UNIX seconds; NULL: the status stays until it is changed
ALTER TABLE do_not_disturb ADD COLUMN follows_status INTEGER NOT NULL DEFAULT 0; -- 1: "until" ends with the status
