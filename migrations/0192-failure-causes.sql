-- Failed runs by cause: workflow, failing step, error code, and what was said without the values it was said of.

-- A sentence without what differs from run to run: quoted texts, mail addresses, dates, and every word or number with a digit in it.
-- Months and days of the week go where they stand beside such a value.
create function weft_message_template(message text) returns text language sql immutable parallel safe as $$
  select left(trim(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    replace(message, '''''', ''''),
    '"[^"]*"|“[^”"“]*[”“]|„[^“”"]*[“”]|«[^»]*»|‘[^’]*’|`[^`]*`', '"…"', 'g'),
    '(^|[\s([{=:,;])''[^'']*''(?![[:alnum:]_])', '\1"…"', 'g'),
    '=\([^)]*\)', '=(…)', 'g'),
    '[[:alnum:]._%+-]+@[[:alnum:]-]+(\.[[:alnum:]-]+)+', '…', 'g'),
    '[[:alnum:]_+-]*\d[[:alnum:]_+-]*([.,:/][[:alnum:]_+-]*\d[[:alnum:]_+-]*)*%?', '…', 'g'),
    '…\.?\s+(January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Okt|Nov|Dec|Dez|GMT|UTC|CET|CEST)\M\.?', '…', 'g'),
    '\m(January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Okt|Nov|Dec|Dez)\.?\s+…', '…', 'g'),
    '\m(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+…', '…', 'g'),
    '…([\s,;:/–-]+…)+', '…', 'g'),
    '\s+', ' ', 'g')), 400)
$$;

-- What was said, as its cause knows it. An answer's status tells causes apart, and so does what another system said inside of our sentence.
create function weft_failure_template(error jsonb) returns text language sql immutable parallel safe as $$
  select concat_ws(' ', weft_message_template(error #>> '{message,text,en}'), error #>> '{message,values,status}',
    weft_message_template(coalesce(error #>> '{message,values,problem}', error #>> '{message,values,reason}')))
$$;

-- The same for the same cause: a uuid by name (version 3).
create function weft_failure_cause(workflow_id uuid, error jsonb) returns uuid language sql immutable parallel safe as $$
  select overlay(overlay(md5(concat_ws(E'\x1f', workflow_id, coalesce(error ->> 'step', ''), coalesce(error ->> 'code', ''), weft_failure_template(error)))
    placing '3' from 13) placing '8' from 17)::uuid
$$;

create table failure_causes (
  id uuid primary key,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  -- Empty: the run failed as a whole.
  step text not null,
  code text not null,
  template text not null,
  -- As it was said last.
  sample jsonb not null,
  runs bigint not null default 0,
  last_job_id uuid not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The first failure since it was last fixed, or at all: what had changed until then may be why.
  began_at timestamptz not null,
  began_job_id uuid not null,
  began_version int not null,
  state text not null default 'open' check (state in ('open', 'in_work', 'ignored', 'fixed', 'came_back')),
  fixed_at timestamptz,
  ignored_reason text not null default '',
  assigned_to uuid references users (id) on delete set null,
  -- Since when somebody runs all of it again: nobody else does at the same time.
  requeue_began_at timestamptz,
  updated_at timestamptz not null default now()
);
create index on failure_causes (project_id, last_seen_at desc, id);
create index on failure_causes (project_id, runs desc, id);
create index on failure_causes (workflow_id);
create index on failure_causes (tenant_id);
create index on failure_causes (assigned_to) where assigned_to is not null;
call weft_protect('failure_causes', 'project', true);

create table failure_cause_days (
  cause_id uuid not null references failure_causes (id) on delete cascade,
  day date not null,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  runs bigint not null default 0,
  primary key (cause_id, day)
);
create index on failure_cause_days (project_id, day);
call weft_protect('failure_cause_days', 'project', true);

-- What people say of a cause to one another, and what they have done about it.
create table failure_cause_comments (
  id uuid primary key default gen_random_uuid(),
  cause_id uuid not null references failure_causes (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  -- Who it was, also when they are gone.
  author text not null,
  kind text not null default 'comment' check (kind in ('comment', 'requeued', 'fixed', 'ignored', 'reopened')),
  comment text not null default '',
  -- Of a requeue: how many run again and how many could not.
  requeued int,
  refused int,
  created_at timestamptz not null default clock_timestamp()
);
create index on failure_cause_comments (cause_id, created_at);
create index on failure_cause_comments (project_id);
create index on failure_cause_comments (tenant_id);
create index on failure_cause_comments (user_id) where user_id is not null;
call weft_protect('failure_cause_comments', 'project');

-- `failure_open`: it failed, and no run that repeats it has come to an end.
alter table jobs add column failure_cause_id uuid, add column failure_open boolean not null default false;
create index jobs_failures on jobs (failure_cause_id, created_at desc) where failure_cause_id is not null;
create index jobs_open_failures on jobs (failure_cause_id, created_at desc, id desc) where failure_open;

update jobs set failure_cause_id = weft_failure_cause(workflow_id, error), failure_open = true
  where status = 'error' and finished_at is not null and test is null;
update jobs j set failure_open = false from jobs r
  where r.retry_of = j.id and j.failure_open and r.retry_mode in ('from_start', 'from_failed') and r.status in ('stopped', 'warning', 'error');
insert into failure_causes (id, tenant_id, project_id, workflow_id, step, code, template, sample, runs, last_job_id, first_seen_at, last_seen_at, began_at, began_job_id, began_version)
  select f.failure_cause_id, l.tenant_id, l.project_id, l.workflow_id, coalesce(l.error ->> 'step', ''), coalesce(l.error ->> 'code', ''), weft_failure_template(l.error),
    coalesce(l.error -> 'message', '{"text": {"en": "", "de": ""}, "values": {}}'), f.runs, l.id, b.finished_at, l.finished_at, b.finished_at, b.id, b.version
  from (select failure_cause_id, count(*) as runs, (array_agg(id order by finished_at, id))[1] as first, (array_agg(id order by finished_at desc, id desc))[1] as last
    from jobs where failure_cause_id is not null group by 1) f
  join jobs b on b.id = f.first join jobs l on l.id = f.last;
insert into failure_cause_days (cause_id, day, tenant_id, project_id, runs)
  select failure_cause_id, (finished_at at time zone 'UTC')::date, tenant_id, project_id, count(*) from jobs where failure_cause_id is not null group by 1, 2, 3, 4;

-- Only a run that ends in an error comes here: to every other the condition of the trigger is all it costs.
create function weft_note_failure() returns trigger language plpgsql as $$
begin
  new.failure_cause_id := weft_failure_cause(new.workflow_id, new.error);
  new.failure_open := true;
  insert into failure_causes as c
    (id, tenant_id, project_id, workflow_id, step, code, template, sample, runs, last_job_id, first_seen_at, last_seen_at, began_at, began_job_id, began_version)
  values (new.failure_cause_id, new.tenant_id, new.project_id, new.workflow_id, coalesce(new.error ->> 'step', ''), coalesce(new.error ->> 'code', ''),
    weft_failure_template(new.error), coalesce(new.error -> 'message', '{"text": {"en": "", "de": ""}, "values": {}}'), 1, new.id, new.finished_at, new.finished_at,
    new.finished_at, new.id, new.version)
  on conflict (id) do update set sample = excluded.sample, runs = c.runs + 1, last_job_id = excluded.last_job_id,
    last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at),
    began_at = case when c.state = 'fixed' then excluded.began_at else c.began_at end,
    began_job_id = case when c.state = 'fixed' then excluded.began_job_id else c.began_job_id end,
    began_version = case when c.state = 'fixed' then excluded.began_version else c.began_version end,
    state = case when c.state = 'fixed' then 'came_back' else c.state end;
  insert into failure_cause_days as d (cause_id, day, tenant_id, project_id, runs)
  values (new.failure_cause_id, (new.finished_at at time zone 'UTC')::date, new.tenant_id, new.project_id, 1)
  on conflict (cause_id, day) do update set runs = d.runs + 1;
  return new;
end $$;
create trigger note_failure before update on jobs for each row
  when (new.status = 'error' and new.finished_at is not null and old.finished_at is null and new.test is null) execute function weft_note_failure();

-- A run that repeats a failed one is over: that one is done with, whatever became of it. A cause is fixed when the last of its runs went well.
create function weft_settle_failure() returns trigger language plpgsql as $$
declare
  cause uuid;
begin
  update jobs set failure_open = false where id = new.retry_of and failure_open returning failure_cause_id into cause;
  if cause is null or new.status = 'error' then return null; end if;
  perform from failure_causes where id = cause for update;
  if exists (select from jobs where failure_cause_id = cause and failure_open) then return null; end if;
  update failure_causes set state = 'fixed', fixed_at = clock_timestamp() where id = cause and state in ('open', 'in_work', 'came_back');
  return null;
end $$;
create trigger settle_failure after update on jobs for each row
  when (new.retry_of is not null and new.finished_at is not null and old.finished_at is null and new.retry_mode in ('from_start', 'from_failed')
    and new.status in ('stopped', 'warning', 'error')) execute function weft_settle_failure();
