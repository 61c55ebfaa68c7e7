-- Calls of services that an incoming-webhook bot could not make into messages: the newest of each bot. Times are UNIX seconds.
CREATE TABLE refused_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  service TEXT NOT NULL,               -- as in the address: github, json, ...
  reason TEXT NOT NULL,
  payload TEXT NOT NULL                -- its beginning, without secrets
);
CREATE INDEX refused_calls_of_bot ON refused_calls (bot_id);
-- When the owner of a bot was last notified of such calls, and whether a call succeeded since then.
CREATE TABLE refused_call_notices (
  bot_id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  is_over INTEGER NOT NULL DEFAULT 0
);
