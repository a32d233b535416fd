-- So many runs of a workflow may be under way at the same time, over all machines and queues; `concurrency` says what happens to more.
alter table workflows add column concurrency_limit int not null default 1 check (concurrency_limit between 1 and 1000);
-- Whose jobs an instance holds. It works them off one after the other, so it holds one turn of each.
alter table queue_slots add column workflows uuid[] not null default '{}';
-- A run that waits, or that is tried again later, keeps its turn and holds no instance.
create index jobs_turns on jobs (tenant_id, workflow_id) where status = 'waiting' or (status = 'pending' and wake_at is not null);

-- The workflows of a queue's tenant of which no further run may begin, seen without one instance's own turns. Until the transaction
-- ends, nobody else takes a turn or an instance of this tenant: the lock comes first, so that what is counted is what holds.
create function weft_full_workflows(queue text, but_slot uuid) returns text[] language plpgsql volatile as $$
declare
  tenant uuid;
begin
  select tenant_id into tenant from queues where id::text = queue;
  perform pg_advisory_xact_lock(7771, hashtext(tenant::text));
  return array(
    select w.id::text
    from (
      select t.workflow as id, count(*) as taken from queue_slots s, unnest(s.workflows) as t(workflow)
      where s.tenant_id = tenant and s.id is distinct from but_slot and s.beat_at > now() - interval '60 seconds' group by 1
      union all
      select workflow_id, count(*) from jobs where tenant_id = tenant and (status = 'waiting' or (status = 'pending' and wake_at is not null)) group by 1
    ) held join workflows w on w.id = held.id
    group by w.id having sum(taken) >= w.concurrency_limit
  );
end $$;
grant execute on function weft_full_workflows to weft_app;
