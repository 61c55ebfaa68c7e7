-- What the directory gave to profiles: a picture, and values of profile fields.
ALTER TABLE directory_users ADD COLUMN entry_changed TEXT NOT NULL DEFAULT '';  -- of the entry, when its picture was read; '' = never
ALTER TABLE directory_users ADD COLUMN picture_hash TEXT NOT NULL DEFAULT '';   -- SHA-256 of the last picture; '' = none
ALTER TABLE directory_users ADD COLUMN picture_file TEXT;                       -- users.avatar_file made of it
ALTER TABLE directory_users ADD COLUMN given_profile TEXT NOT NULL DEFAULT '{}'; -- JSON: values by the id of their field
-- On the button of a provider: a PNG in base64; '' = the drawing of its kind.
ALTER TABLE sign_in_providers ADD COLUMN icon TEXT NOT NULL DEFAULT '';
