-- The search index of earlier versions, which answered while the one of today was built for the first time.
DROP TABLE IF EXISTS message_search;
ALTER TABLE search_state DROP COLUMN has_former_index;
