-- Runs that wait for the outside share a worker process: each has a slot of its own, and the slots of one process are one instance of their queue.
alter table queue_slots add column worker uuid not null default gen_random_uuid();

-- A job whose process ended under several runs: nobody knows whose fault it was, so from then on it is run alone.
alter table jobs add column alone boolean not null default false;
create index jobs_alone on jobs (queue_id, position) where queued_at is not null and alone;

-- How many turns of which workflows of a tenant are taken, seen without one instance's own.
create function weft_turns_taken(tenant uuid, but_slot uuid) returns table (workflow uuid, taken bigint) language sql stable as $$
  select t.workflow, count(*) from queue_slots s, unnest(s.workflows) as t(workflow)
  where s.tenant_id = tenant and s.id is distinct from but_slot and s.beat_at > now() - interval '60 seconds' group by 1
  union all
  select workflow_id, count(*) from jobs where tenant_id = tenant and (status = 'waiting' or (status = 'pending' and wake_at is not null)) group by 1
$$;

create or replace function weft_full_workflows(queue text, but_slot uuid) returns text[] language plpgsql volatile as $$
declare
  tenant uuid;
begin
  select tenant_id into tenant from queues where id::text = queue;
  perform pg_advisory_xact_lock(7771, hashtext(tenant::text));
  return array(
    select w.id::text
    from weft_turns_taken(tenant, but_slot) held join workflows w on w.id = held.workflow
    group by w.id having sum(held.taken) >= w.concurrency_limit
  );
end $$;

grant execute on function weft_turns_taken to weft_app;
