-- The engine's jobs an instance holds: whoever finds it abandoned gives them back.
alter table queue_slots add column jobs uuid[] not null default '{}';
