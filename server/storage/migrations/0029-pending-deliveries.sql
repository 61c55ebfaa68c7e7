-- Each question about the queue reads few rows, however many deliveries wait: the next of each lane (the expression of delivery/queue.ts),
-- whether many of a kind wait, whether one has failed already, and how the last one ended.
CREATE INDEX deliveries_lanes ON deliveries(CASE kind WHEN 'mail' THEN kind ELSE kind || ' ' || coalesce(subject_id, '') END, id) WHERE status = 'pending';
CREATE INDEX deliveries_waiting ON deliveries(kind, id) WHERE status = 'pending';
CREATE INDEX deliveries_tried ON deliveries(kind, id) WHERE status = 'pending' AND attempts > 0;
CREATE INDEX deliveries_ended ON deliveries(kind, finished_at, id) WHERE status <> 'pending';
