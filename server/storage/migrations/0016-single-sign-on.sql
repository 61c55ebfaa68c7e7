-- Services outside with whose accounts people sign in (OpenID Connect). Lists are JSON.
CREATE TABLE sign_in_providers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,           -- in addresses: keycloak
  name TEXT NOT NULL,                  -- on the button
  kind TEXT NOT NULL,                  -- preset: entra, google, keycloak, authentik, gitlab, other
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  client_secret TEXT NOT NULL,
  is_enabled INTEGER NOT NULL,
  links_automatically INTEGER NOT NULL,
  join_policy TEXT NOT NULL,           -- none, domains, group
  join_domains TEXT NOT NULL,
  join_group TEXT NOT NULL,
  groups_claim TEXT NOT NULL,
  group_mappings TEXT NOT NULL
);
-- Accounts that sign in with a provider's account: issuer and subject name it for ever. Times are UNIX seconds.
CREATE TABLE sign_in_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users(id),
  email TEXT NOT NULL,                 -- of the provider's account, at the last sign-in
  linked_at INTEGER NOT NULL,
  used_at INTEGER,
  UNIQUE (issuer, subject)
);
CREATE INDEX sign_in_links_of_user ON sign_in_links (user_id);
