create index on jobs (queue_id, finished_at desc);
