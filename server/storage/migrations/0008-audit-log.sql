-- Who changed what of the organization and its server: the newest entries. Written in the transaction of the change. Times are UNIX
-- seconds. Names are those of the day, as accounts and channels are renamed.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  via TEXT NOT NULL,                   -- request, command_line, desktop_app, restore, server
  user_id INTEGER,                     -- who did it; null = nobody who was signed in
  user_name TEXT,
  client TEXT,
  address TEXT,                        -- the remote one
  operation TEXT,                      -- of the API: "PATCH /realm"
  kind TEXT NOT NULL,                  -- what kind of thing changed: server/domain/audit/rows.ts
  action TEXT NOT NULL,
  subject_id INTEGER,
  subject TEXT NOT NULL,
  changes TEXT NOT NULL                -- JSON: [{"field", "from", "to"}], a secret without both
);
