-- What a provider is asked with each hour: whether a user may still sign in there. One for each linked account of a provider.
CREATE TABLE sign_in_checks (
  link_id INTEGER PRIMARY KEY,          -- of sign_in_links
  user_id INTEGER NOT NULL REFERENCES users (id),
  provider_id INTEGER NOT NULL,         -- whose client the token was given to
  refresh_token TEXT NOT NULL,          -- a secret; '' = none
  fits_join_rule INTEGER NOT NULL,      -- 1: fitted the provider's rule for joining, and is out with it
  is_gone INTEGER NOT NULL DEFAULT 0,   -- 1: deactivated because the account no longer fits the provider's rule for joining
  is_ended INTEGER NOT NULL DEFAULT 0,  -- 1: signed out because the provider no longer accepts the token, until the next sign-in there
  is_unanswered INTEGER NOT NULL DEFAULT 0 -- 1: a request with this token had no answer, so the provider may have replaced it
);
CREATE INDEX sign_in_checks_of_user ON sign_in_checks (user_id);
