-- Jobs, their queue and their journal.

create sequence jobs_position;
grant usage on sequence jobs_position to weft_app;

create table jobs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  queue_id uuid not null references queues (id),
  status text not null default 'pending' check (status in ('pending', 'started', 'working', 'waiting', 'stopped', 'warning', 'error', 'aborted', 'info')),
  -- What the job runs: the workflow's source at the time it was accepted.
  source text not null,
  version int not null,
  trigger_step text,
  started_by text not null,
  started_by_user uuid,
  parameters jsonb not null default '{}',
  -- The trigger's record; above 64 KB a reference into storage.
  payload jsonb,
  return_values jsonb,
  content_identifier text not null default '',
  parent_job_id uuid references jobs (id) on delete cascade,
  parent_key text,
  retry_of uuid references jobs (id) on delete set null,
  retry_mode text check (retry_mode in ('from_start', 'from_failed', 'failed_records')),
  dedupe_key text,
  -- Grows with every claim; an outcome that carries an older one is refused.
  attempt int not null default 0,
  tries_left int not null default 3,
  error jsonb,
  records_in bigint not null default 0,
  records_out bigint not null default 0,
  records_rejected bigint not null default 0,
  wake_at timestamptz,
  cancel_requested_at timestamptz,
  machine text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Whose markers, spools and children the job goes on with: its own, or those of the job it continues.
  origin_id uuid,
  -- The job's own time: what `now` is in it, on every repetition.
  moment timestamptz not null default now(),
  -- When its time had come again it was put back into the queue; empty while it waits.
  woken_at timestamptz,
  warnings int not null default 0,
  -- When the files a job had spooled were tidied up; what would need them is refused from then on.
  files_removed_at timestamptz,
  number text,
  -- How often in a row attempts of a job came to nothing because the installation itself was in trouble (a full disk, a journal that cannot be
  -- written), and whether its log says so already. Progress forgets it.
  setback jsonb,
  -- A job that has `queued_at` lies in its queue and may be claimed from then on, in the order of `position`; one that has `slot_id` is held by that
  -- instance of its queue; one with neither waits for its time or its children, or is over.
  position bigint default nextval('jobs_position'),
  queued_at timestamptz,
  slot_id uuid,
  -- Of its workflow: a run may have to wait for one, holds one since it first began, or goes without where only its own ancestors could free one.
  turn text not null default 'wanted' check (turn in ('wanted', 'held', 'none')),
  unique (parent_job_id, parent_key),
  constraint jobs_queued check (queued_at is null or (status in ('pending', 'waiting') and slot_id is null))
);
create index on jobs (project_id, created_at desc);
create index on jobs (workflow_id, created_at desc);
create index on jobs (tenant_id, status) where status in ('pending', 'started', 'working', 'waiting');
create unique index jobs_dedupe on jobs (workflow_id, dedupe_key) where dedupe_key is not null;
create index jobs_wake on jobs (wake_at) where status in ('pending', 'waiting') and woken_at is null;
create index on jobs (parent_job_id) where parent_job_id is not null;
create index on jobs (origin_id) where origin_id is not null;
create index on jobs (queue_id, finished_at desc);
-- A run that waits, or that is tried again later, keeps its turn and holds no instance.
create index jobs_turns on jobs (tenant_id, workflow_id) where status = 'waiting' or (status = 'pending' and wake_at is not null);
-- Which jobs run this one once more: their files are this one's as well.
create index on jobs (retry_of) where retry_of is not null;
-- Failed runs and refused records that wait are few among many: found by their tenant without reading the others.
create index jobs_failed on jobs (tenant_id, finished_at desc) where status = 'error';
create index jobs_setback on jobs (id) where setback is not null;
create index on jobs (tenant_id, created_at desc);
create index jobs_queued on jobs (queue_id, position) where queued_at is not null;
-- Claimed rows lie at the front of that index until they are vacuumed away, so they do not wait for a fifth of the table.
alter table jobs set (autovacuum_vacuum_scale_factor = 0.02);
call weft_protect('jobs', 'project', true);

-- The journal: what each step did, and how far each segment has come.
create table job_steps (
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  step text not null,
  state text not null default 'pending' check (state in ('pending', 'working', 'waiting', 'done', 'failed', 'skipped')),
  records_in bigint not null default 0,
  -- Records by exit, `rejected` and `error` included.
  exits jsonb not null default '{}',
  busy_ms bigint not null default 0,
  memo jsonb,
  error jsonb,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (job_id, step)
);
call weft_protect('job_steps', 'project', true);

create table job_cursors (
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  segment text not null,
  -- The last batch every sink has committed, and where its source goes on.
  batch bigint not null default -1,
  cursor jsonb,
  done boolean not null default false,
  primary key (job_id, segment)
);
call weft_protect('job_cursors', 'project', true);

create table job_logs (
  id bigint generated always as identity primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  attempt int not null,
  step text,
  level text not null check (level in ('debug', 'info', 'warning', 'error')),
  message jsonb not null,
  parameters jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index on job_logs (job_id, id);
create index on job_logs (project_id, created_at desc);
-- Log lines are archived by their age across tenants; a BRIN index finds the old ones for next to nothing.
create index on job_logs using brin (created_at);
call weft_protect('job_logs', 'project', true);

-- What the records of a run were about, by the field its workflow names as content identifier: how a job is found by an order number.
create table job_contents (
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  value text not null,
  -- In the order they were seen.
  position bigint generated always as identity,
  primary key (job_id, value)
);
create index on job_contents (tenant_id, value);
call weft_protect('job_contents', 'project', true);

create table record_errors (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  step text not null,
  batch bigint not null,
  position int not null,
  record jsonb not null,
  field text,
  value jsonb,
  reason jsonb not null,
  state text not null default 'open' check (state in ('open', 'retrying', 'resolved', 'ignored')),
  created_at timestamptz not null default now(),
  retried_by uuid,
  -- A refused record as somebody has corrected it; what was refused stays beside it.
  corrected jsonb,
  corrected_by uuid,
  -- How a refused record came to its step: by an input, or (null) the step, a source, had read it itself. And whose retry it is, so that the
  -- one it came from counts as resolved only when nothing of it was refused again; null in a job of retries: that cannot be told.
  port text,
  retry_of uuid,
  -- Since when somebody has a refused record tried again. From then on nobody else has, so the record names the job that does it before that
  -- job is accepted, and goes on naming it when it is gone.
  retried_at timestamptz,
  unique (job_id, step, batch, position)
);
create index on record_errors (project_id, state, created_at desc);
create index on record_errors (retried_by) where retried_by is not null;
create index record_errors_open on record_errors (tenant_id) where state in ('open', 'retrying');
call weft_protect('record_errors', 'project', true);

-- One row an instance of a queue that is at work, on whichever machine: what keeps `instances` exact.
create table queue_slots (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  queue_id uuid not null references queues (id) on delete cascade,
  machine text not null,
  beat_at timestamptz not null default now(),
  -- The engine's jobs an instance holds: whoever finds it abandoned gives them back.
  jobs uuid[] not null default '{}',
  -- Whose jobs an instance holds. It works them off one after the other, so it holds one turn of each.
  workflows uuid[] not null default '{}',
  -- Which process holds an instance of a queue: a machine keeps its name over restarts, and two processes may share one. A dead
  -- process' instances are known by its heartbeat, whatever another one of that machine says.
  instance text not null default ''
);
create index on queue_slots (queue_id);
call weft_protect('queue_slots', 'tenant', true);

-- A run that is to start because another one has ended, from that end on.
create table due_starts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  step text not null,
  element text not null,
  after_job_id uuid not null references jobs (id) on delete cascade,
  -- So many runs have followed one another.
  depth int not null,
  due_at timestamptz not null,
  unique (workflow_id, step, after_job_id)
);
create index on due_starts (due_at);
create index on due_starts (after_job_id);
call weft_protect('due_starts', 'project', true);

-- Something to be done with many jobs, in the background. Which ones is written down first, so that it goes on where it was after a crash.
create table bulk_actions (
  id uuid primary key default gen_random_uuid(),
  -- Empty: the provider's, over all tenants.
  tenant_id uuid default weft_tenant() references tenants (id) on delete cascade,
  action text not null check (action in ('cancel', 'requeue', 'move')),
  options jsonb not null default '{}',
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  total int not null default 0,
  affected int not null default 0,
  refused int not null default 0,
  asked_by uuid references users (id) on delete set null,
  -- Who works on it says so with every part; after a while of silence somebody else goes on.
  beat_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- What the account of a project begins with many jobs is that project's.
  project_id uuid default weft_project() references projects (id) on delete cascade
);
create index on bulk_actions (tenant_id, created_at desc);
create index on bulk_actions (created_at) where state = 'running';
create index on bulk_actions (project_id);
create index on bulk_actions (tenant_id);
call weft_protect('bulk_actions', 'project', true);
call weft_open('bulk_actions', '{provider}', 'tenant_id is null');

create table bulk_action_jobs (
  bulk_action_id uuid not null references bulk_actions (id) on delete cascade,
  position int not null,
  job_id uuid not null,
  tenant_id uuid not null references tenants (id) on delete cascade,
  outcome text check (outcome in ('affected', 'refused')),
  -- What the job was when it was refused, and why where that says more.
  status text,
  message jsonb,
  primary key (bulk_action_id, position)
);
call weft_close('bulk_action_jobs');
call weft_open('bulk_action_jobs', '{tenant,project,partner,provider}', 'exists (select from bulk_actions b where b.id = bulk_action_id)');
call weft_open('bulk_action_jobs', '{system}', 'true');

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

-- In the transaction that ends a job, whoever ends it: what is to follow can neither be lost nor come twice.
create function weft_follow() returns trigger language plpgsql as $$
begin
  insert into due_starts (tenant_id, project_id, workflow_id, step, element, after_job_id, depth, due_at)
  select f.tenant_id, f.project_id, f.workflow_id, f.step, f.element, new.id,
    case when new.started_by in ('predecessor', 'workflow_failed') then coalesce((new.payload->'record'->>'depth')::int, 0) else 0 end + 1,
    new.finished_at + make_interval(secs => f.delay)
  from workflow_followers f
  where f.project_id = new.project_id and f.tenant_id = new.tenant_id and f.workflow_id <> new.workflow_id
    and new.status = any (f.statuses) and (f.watched = '{}' or new.workflow_id = any (f.watched))
  on conflict do nothing;
  return null;
end $$;

create trigger follow after update on jobs for each row when (new.finished_at is not null and old.finished_at is null) execute function weft_follow();

grant execute on function weft_full_workflows to weft_app;
