-- Explanations that somebody has seen once and needs no more, by the name that clients give them.
CREATE TABLE onboarding_steps (user_id INTEGER NOT NULL REFERENCES users(id), name TEXT NOT NULL, PRIMARY KEY (user_id, name)) WITHOUT ROWID;
