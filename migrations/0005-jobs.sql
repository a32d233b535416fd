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
  unique (parent_job_id, parent_key)
);
create index on jobs (project_id, created_at desc);
create index on jobs (workflow_id, created_at desc);
create index on jobs (tenant_id, status) where status in ('pending', 'started', 'working', 'waiting');
create unique index jobs_dedupe on jobs (workflow_id, dedupe_key) where dedupe_key is not null;
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
call weft_protect('job_steps', 'project');

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
call weft_protect('job_cursors', 'project');

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
call weft_protect('job_logs', 'project');

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
  unique (job_id, step, batch, position)
);
call weft_protect('record_errors', 'project');
