-- The search index as the server's own analyser makes it: words of messages in buckets of neighbouring ids. A bucket is built in the
-- background; until then, and after edits, words of single messages stand in search_words and go before what a bucket says.
-- The index of before (message_search) answers for buckets that are not built yet, and is dropped when all are.
CREATE TABLE search_buckets (
  bucket INTEGER PRIMARY KEY,          -- message id / 4096
  generation INTEGER NOT NULL,         -- its rows of search_postings
  analyser TEXT NOT NULL,              -- what made the words: server/narrow/analyser.ts
  renderer TEXT NOT NULL               -- what made the HTML of its messages: server/markdown/render.ts
);
-- In which messages of a bucket a word occurs, and where in them: server/narrow/postings.ts. A "~" before it marks a stem.
CREATE TABLE search_postings (
  generation INTEGER NOT NULL,
  word TEXT NOT NULL,
  places TEXT NOT NULL,
  PRIMARY KEY (generation, word)
) WITHOUT ROWID;
CREATE TABLE search_words (message_id INTEGER PRIMARY KEY, words TEXT NOT NULL);
-- Topics are searched as topics, once each, whatever the number of their messages.
CREATE TABLE search_topics (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER NOT NULL,
  topic_key TEXT NOT NULL,
  UNIQUE (channel_id, topic_key)
);
CREATE TABLE search_topic_words (
  word TEXT NOT NULL,
  topic_id INTEGER NOT NULL REFERENCES search_topics(id),
  PRIMARY KEY (word, topic_id)
) WITHOUT ROWID;
CREATE INDEX search_topic_words_topic ON search_topic_words(topic_id);
-- One row: languages whose stems the index has (JSON), what made all of it when it was complete last, and whether the index of before
-- is still there.
CREATE TABLE search_state (
  id INTEGER PRIMARY KEY,
  languages TEXT NOT NULL,
  analyser TEXT NOT NULL,
  renderer TEXT NOT NULL,
  last_generation INTEGER NOT NULL,
  has_former_index INTEGER NOT NULL
);
INSERT INTO search_state (id, languages, analyser, renderer, last_generation, has_former_index) VALUES (1, '["en"]', '', '', 0, 1);
