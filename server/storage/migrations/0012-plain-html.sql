-- The HTML of most messages is one paragraph of what was written, and a third of what a message takes: "=" stands for it. Older
-- messages stay as they are, since pages that are half empty take as much as full ones.
ALTER TABLE messages RENAME COLUMN rendered_content TO own_html;
ALTER TABLE messages ADD COLUMN rendered_content TEXT
  GENERATED ALWAYS AS (CASE own_html WHEN '=' THEN '<p>' || content || '</p>' ELSE own_html END) VIRTUAL;
