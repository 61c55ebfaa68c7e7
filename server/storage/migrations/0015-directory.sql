-- Accounts that sign in with the organization's directory (LDAP). Times are UNIX seconds.
CREATE TABLE directory_users (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  entry_key TEXT NOT NULL UNIQUE,      -- what the directory never changes of an entry: objectGUID, entryUUID
  dn TEXT NOT NULL,
  username TEXT NOT NULL,
  password_changed TEXT NOT NULL,      -- as the directory has it; '' = it does not say
  is_gone INTEGER NOT NULL DEFAULT 0   -- deactivated because the directory no longer has or allows it
);
