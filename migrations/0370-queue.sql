-- The queue is the jobs themselves. A job that has `queued_at` lies in its queue and may be claimed from then on, in the order of
-- `position`; one that has `slot_id` is held by that instance of its queue; one with neither waits for its time or its children, or is over.
create sequence jobs_position;
grant usage on sequence jobs_position to weft_app;
alter table jobs add column position bigint, add column queued_at timestamptz, add column slot_id uuid,
  -- Of its workflow: a run may have to wait for one, holds one since it first began, or goes without where only its own ancestors could free one.
  add column turn text not null default 'wanted' check (turn in ('wanted', 'held', 'none'));

-- What is open keeps its age. What was claimed when the installation was stopped is claimed again.
update jobs j set position = o.position,
  status = case when j.status in ('started', 'working') then 'pending' else j.status end,
  queued_at = case when j.status in ('started', 'working') or j.woken_at is not null or (j.status = 'pending' and j.wake_at is null) then clock_timestamp() end,
  turn = case when j.status = 'waiting' or j.wake_at is not null or j.woken_at is not null then 'held' else 'wanted' end
from (select id, row_number() over (order by created_at, id) as position from jobs where status in ('pending', 'started', 'working', 'waiting')) o
where o.id = j.id;
delete from queue_slots;
select setval('jobs_position', (select coalesce(max(position), 0) + 1 from jobs), false);
alter table jobs alter column position set default nextval('jobs_position');

alter table jobs add constraint jobs_queued check (queued_at is null or (status in ('pending', 'waiting') and slot_id is null));
create index jobs_queued on jobs (queue_id, position) where queued_at is not null;
-- Claimed rows lie at the front of that index until they are vacuumed away, so they do not wait for a fifth of the table.
alter table jobs set (autovacuum_vacuum_scale_factor = 0.02);

drop schema if exists pgboss cascade;
