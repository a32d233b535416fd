-- Rejected records by cause over all runs: workflow, step, field and rule. The value is no part of a cause.

-- The rule behind a reason: its text before the values are filled in. Of what somebody else has said only what stays the same; an answer's
-- status tells rules apart.
create function weft_rule(reason jsonb) returns text language sql immutable parallel safe as $$
  select left(concat_ws(' ',
    regexp_replace(regexp_replace(regexp_replace(reason #>> '{text,en}', '"[^"]*"', '"…"', 'g'), '=\([^)]*\)', '=(…)', 'g'), '[0-9a-f]{8}-[0-9a-f-]{27}|\d{4,}', '…', 'g'),
    reason #>> '{values,status}'), 400)
$$;

-- A field as its cause knows it: whichever entry of a list it stood in.
create function weft_cause_field(field text) returns text language sql immutable parallel safe as $$
  select regexp_replace(coalesce(field, ''), '\[\d+\]', '[]', 'g')
$$;

-- The same for the same cause, so that whoever writes a rejection knows its cause without asking: a uuid by name (version 3).
create function weft_cause(workflow_id uuid, step text, field text, reason jsonb) returns uuid language sql immutable parallel safe as $$
  select overlay(overlay(md5(concat_ws(E'\x1f', workflow_id, step, weft_cause_field(field), weft_rule(reason))) placing '3' from 13) placing '8' from 17)::uuid
$$;

-- The names of the values in which reasons of one rule differ.
create function weft_varying(reasons jsonb[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(x.key order by x.key), '{}') from (
    select v.key from unnest(reasons) as r (reason), jsonb_each(r.reason -> 'values') v group by v.key having count(distinct v.value) > 1
  ) x
$$;

create table rejection_causes (
  id uuid primary key,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  step text not null,
  -- Empty: the rule says nothing of one.
  field text not null,
  rule text not null,
  -- As it was said last, and of which value.
  reason jsonb not null,
  value jsonb,
  -- What the reason names and is not the same for all of them, such as how long a text was.
  varies text[] not null default '{}',
  -- How many were ever rejected, how many of them still wait, how many went on when they were tried again, in how many runs they came.
  records bigint not null default 0,
  waiting bigint not null default 0,
  mended bigint not null default 0,
  runs bigint not null default 0,
  last_job_id uuid not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'in_work', 'ignored', 'mended', 'came_back')),
  mended_at timestamptz,
  -- Of what is ignored: why, until when, and how many in a day are too many to go on ignoring it.
  ignored_reason text not null default '',
  ignored_until timestamptz,
  ignored_above int,
  assigned_to uuid references users (id) on delete set null,
  updated_at timestamptz not null default now()
);
create index on rejection_causes (project_id, waiting desc, id);
create index on rejection_causes (project_id, last_seen_at desc, id);
create index on rejection_causes (workflow_id);
create index on rejection_causes (tenant_id);
create index on rejection_causes (assigned_to) where assigned_to is not null;
call weft_protect('rejection_causes', 'project', true);

-- In which runs a cause was met.
create table rejection_cause_runs (
  cause_id uuid not null references rejection_causes (id) on delete cascade,
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  records bigint not null,
  primary key (cause_id, job_id)
);
create index on rejection_cause_runs (job_id);
create index on rejection_cause_runs (project_id);
call weft_protect('rejection_cause_runs', 'project', true);

create table rejection_cause_days (
  cause_id uuid not null references rejection_causes (id) on delete cascade,
  day date not null,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  rejected bigint not null default 0,
  mended bigint not null default 0,
  primary key (cause_id, day)
);
create index on rejection_cause_days (project_id, day);
call weft_protect('rejection_cause_days', 'project', true);

alter table record_errors add column cause_id uuid;
-- A record whose retry is over says itself what became of it: the run that refused it again may be gone one day.
alter table record_errors drop constraint record_errors_state_check;
alter table record_errors add constraint record_errors_state_check check (state in ('open', 'retrying', 'rejected_again', 'resolved', 'ignored'));

update record_errors e set state = case
    when exists (select from record_errors n where n.job_id in (r.id, r.origin_id) and (n.retry_of = e.id or n.retry_of is null)) then 'rejected_again' else 'resolved' end
  from jobs r where r.id = e.retried_by and e.state = 'retrying'
    and (r.status in ('stopped', 'warning') or (r.status = 'info' and r.started_at is not null) or r.error ->> 'code' = 'NOTHING_WRITTEN');
update record_errors e set cause_id = weft_cause(j.workflow_id, e.step, e.field, e.reason) from jobs j where j.id = e.job_id;
create index on record_errors (cause_id, created_at) where state in ('open', 'retrying');
create index on record_errors (cause_id);

insert into rejection_causes (id, tenant_id, project_id, workflow_id, step, field, rule, reason, value, varies, records, waiting, mended, runs, last_job_id, first_seen_at, last_seen_at)
  select e.cause_id, min(e.tenant_id::text)::uuid, min(e.project_id::text)::uuid, min(j.workflow_id::text)::uuid, min(e.step), min(weft_cause_field(e.field)), min(weft_rule(e.reason)),
    (array_agg(e.reason order by e.created_at desc))[1], (array_agg(e.value order by e.created_at desc))[1],
    weft_varying(array_agg(distinct e.reason)), count(*), count(*) filter (where e.state in ('open', 'retrying')), count(*) filter (where e.state = 'resolved' and e.retried_by is not null), count(distinct e.job_id),
    (array_agg(e.job_id order by e.created_at desc))[1], min(e.created_at), max(e.created_at)
  from record_errors e join jobs j on j.id = e.job_id group by e.cause_id;
update rejection_causes set state = 'mended', mended_at = now() where waiting = 0 and mended > 0;
insert into rejection_cause_runs (cause_id, job_id, tenant_id, project_id, records)
  select cause_id, job_id, tenant_id, project_id, count(*) from record_errors group by cause_id, job_id, tenant_id, project_id;
insert into rejection_cause_days (cause_id, day, tenant_id, project_id, rejected)
  select cause_id, (created_at at time zone 'UTC')::date, tenant_id, project_id, count(*) from record_errors group by 1, 2, 3, 4;

-- Counts what was rejected, in the transaction that writes it: what an attempt writes a second time is not there to be counted.
-- Causes are always locked in the order of their ids.
create function weft_count_rejected() returns trigger language plpgsql as $$
begin
  if not exists (select from added where cause_id is not null) then return null; end if;
  with met as (
    insert into rejection_cause_runs as r (cause_id, job_id, tenant_id, project_id, records)
    select a.cause_id, a.job_id, a.tenant_id, a.project_id, count(*) from added a where a.cause_id is not null group by 1, 2, 3, 4 order by 1, 2
    on conflict (cause_id, job_id) do update set records = r.records + excluded.records
    returning r.cause_id, r.xmax = 0 as is_first
  ), now_met as (
    select a.cause_id, count(*) as records, count(*) filter (where a.state in ('open', 'retrying')) as waiting, min(a.created_at) as first_at, max(a.created_at) as last_at,
      (array_agg(a.id order by a.created_at desc, a.id))[1] as last, weft_varying(array_agg(distinct a.reason)) as varies
    from added a where a.cause_id is not null group by a.cause_id
  )
  insert into rejection_causes as c (id, tenant_id, project_id, workflow_id, step, field, rule, reason, value, varies, records, waiting, runs, last_job_id, first_seen_at, last_seen_at)
  select n.cause_id, a.tenant_id, a.project_id, j.workflow_id, a.step, weft_cause_field(a.field), weft_rule(a.reason), a.reason, a.value, n.varies, n.records, n.waiting,
    (select count(*) from met where met.cause_id = n.cause_id and is_first), a.job_id, n.first_at, n.last_at
  from now_met n join added a on a.id = n.last join jobs j on j.id = a.job_id order by n.cause_id
  on conflict (id) do update set reason = excluded.reason, value = excluded.value,
    varies = array(select unnest(c.varies || excluded.varies || weft_varying(array[c.reason, excluded.reason])) as name group by name order by name), records = c.records + excluded.records, waiting = c.waiting + excluded.waiting,
    runs = c.runs + excluded.runs, last_job_id = excluded.last_job_id, last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at),
    state = case when c.state = 'mended' then 'came_back' else c.state end;
  insert into rejection_cause_days as d (cause_id, day, tenant_id, project_id, rejected)
  select a.cause_id, (a.created_at at time zone 'UTC')::date, a.tenant_id, a.project_id, count(*) from added a where a.cause_id is not null group by 1, 2, 3, 4 order by 1, 2
  on conflict (cause_id, day) do update set rejected = d.rejected + excluded.rejected;
  -- What is ignored until it becomes too much has become too much.
  update rejection_causes c set state = 'open', ignored_above = null, ignored_until = null
  from rejection_cause_days d
  where c.state = 'ignored' and c.ignored_above is not null and c.id in (select cause_id from added)
    and d.cause_id = c.id and d.day = (now() at time zone 'UTC')::date and d.rejected > c.ignored_above;
  return null;
end $$;
create trigger count_rejected after insert on record_errors referencing new table as added for each statement execute function weft_count_rejected();

-- How many still wait, whoever changes that.
create function weft_count_waiting() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(x.cause_id, x.n) into changes from (
      select b.cause_id, sum((a.state in ('open', 'retrying'))::int - (b.state in ('open', 'retrying'))::int) as n
      from gone b join added a on a.id = b.id where b.cause_id is not null group by b.cause_id
    ) x where x.n <> 0;
  else
    select jsonb_object_agg(x.cause_id, x.n) into changes from (
      select b.cause_id, -count(*) as n from gone b where b.cause_id is not null and b.state in ('open', 'retrying') group by b.cause_id
    ) x;
  end if;
  if changes is null then return null; end if;
  perform from rejection_causes c where c.id in (select k::uuid from jsonb_object_keys(changes) as k) order by c.id for update;
  update rejection_causes c set waiting = c.waiting + x.value::bigint from jsonb_each_text(changes) x where c.id = x.key::uuid;
  return null;
end $$;
create trigger count_waiting after update on record_errors referencing old table as gone new table as added for each statement execute function weft_count_waiting();
create trigger count_gone after delete on record_errors referencing old table as gone for each statement execute function weft_count_waiting();

-- A run that has tried records again is over: those of which nothing was refused again went on. A cause is mended when its last one did.
create function weft_settle_retries() returns trigger language plpgsql as $$
begin
  if not (new.status in ('stopped', 'warning') or (new.status = 'info' and new.started_at is not null) or coalesce(new.error ->> 'code' = 'NOTHING_WRITTEN', false)) then return null; end if;
  with refused as materialized (
    select n.retry_of from record_errors n where n.job_id in (new.id, new.origin_id)
  ), settled as (
    update record_errors e set state = case
        when exists (select from refused where retry_of is null) or e.id in (select retry_of from refused where retry_of is not null) then 'rejected_again' else 'resolved' end
    where e.retried_by = new.id and e.state = 'retrying'
    returning e.cause_id, e.tenant_id, e.project_id, e.state
  )
  insert into rejection_cause_days as d (cause_id, day, tenant_id, project_id, mended)
  select s.cause_id, (now() at time zone 'UTC')::date, s.tenant_id, s.project_id, count(*) from settled s where s.state = 'resolved' and s.cause_id is not null group by 1, 2, 3, 4 order by 1
  on conflict (cause_id, day) do update set mended = d.mended + excluded.mended;
  if not found then return null; end if;
  update rejection_causes c set mended = c.mended + x.n, state = case when c.waiting = 0 and c.state <> 'ignored' then 'mended' else c.state end,
    mended_at = case when c.waiting = 0 and c.state <> 'ignored' then clock_timestamp() else c.mended_at end
  from (select e.cause_id, count(*) as n from record_errors e where e.retried_by = new.id and e.state = 'resolved' group by e.cause_id) x
  where c.id = x.cause_id;
  return null;
end $$;
create trigger settle_retries after update on jobs for each row
  when (new.finished_at is not null and old.finished_at is null and new.retry_mode is not null) execute function weft_settle_retries();
