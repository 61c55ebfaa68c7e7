-- What groups of the directory and of providers call for, and what accounts were given for it and lose with the group.
CREATE TABLE sign_in_entitlements (
  user_id INTEGER NOT NULL REFERENCES users (id),
  source TEXT NOT NULL,                -- ldap, or oidc:ID with the id of a provider
  kind TEXT NOT NULL,                  -- role, channel, user_group
  target INTEGER NOT NULL,             -- the role, or an id
  PRIMARY KEY (user_id, source, kind, target)
) WITHOUT ROWID;
CREATE TABLE sign_in_grants (
  user_id INTEGER NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL,
  target INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, target)
) WITHOUT ROWID;
INSERT INTO sign_in_grants (user_id, kind, target)
  SELECT user_id, 'role', given_role FROM directory_users WHERE given_role IS NOT NULL;
INSERT INTO sign_in_grants (user_id, kind, target)
  SELECT DISTINCT user_id, 'user_group', value FROM directory_users, json_each(given_groups);
INSERT INTO sign_in_entitlements (user_id, source, kind, target) SELECT user_id, 'ldap', kind, target FROM sign_in_grants;
ALTER TABLE directory_users DROP COLUMN given_role;
ALTER TABLE directory_users DROP COLUMN given_groups;
-- Rules of the directory are written as those of providers.
UPDATE realm_settings SET value = replace(value, '"group_ids":', '"user_group_ids":') WHERE name = 'ldap_group_rules';
