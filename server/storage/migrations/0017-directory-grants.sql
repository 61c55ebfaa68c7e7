-- What the directory gave to an account and takes back: nothing that was given by hand.
ALTER TABLE directory_users ADD COLUMN given_role INTEGER;                     -- NULL = none
ALTER TABLE directory_users ADD COLUMN given_groups TEXT NOT NULL DEFAULT '[]'; -- JSON, ids of user_groups
