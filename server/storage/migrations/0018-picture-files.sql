-- Files of the pictures in use, so that one that was removed or cut off on the disk is found. Pictures of before have no row.
CREATE TABLE picture_files (
  path TEXT PRIMARY KEY,               -- below uploads/
  bytes INTEGER NOT NULL
) WITHOUT ROWID;
