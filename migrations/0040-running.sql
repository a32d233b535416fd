-- The worker journals many tenants' small jobs in one statement, and accepts webhooks of many tenants in one commit.
alter policy scope on job_steps using (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())))
  with check (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())));
alter policy scope on job_cursors using (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())))
  with check (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())));
alter policy scope on job_logs using (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())))
  with check (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())));
alter policy scope on record_errors using (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())))
  with check (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())));
alter policy scope on workflows using (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())))
  with check (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())));

alter table jobs
  -- Whose markers, spools and children the job goes on with: its own, or those of the job it continues.
  add column origin_id uuid,
  -- The job's own time: what `now` is in it, on every repetition.
  add column moment timestamptz not null default now(),
  -- When its time had come again it was put back into the queue; empty while it waits.
  add column woken_at timestamptz,
  add column warnings int not null default 0;
create index jobs_wake on jobs (wake_at) where status in ('pending', 'waiting') and woken_at is null;
create index on jobs (parent_job_id) where parent_job_id is not null;
create index on jobs (origin_id) where origin_id is not null;

alter table record_errors add column retried_by uuid references jobs (id) on delete set null;
create index on record_errors (project_id, state, created_at desc);
create index on record_errors (retried_by) where retried_by is not null;

-- One row an instance of a queue that is at work, on whichever machine: what keeps `instances` exact.
create table queue_slots (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  queue_id uuid not null references queues (id) on delete cascade,
  machine text not null,
  beat_at timestamptz not null default now()
);
create index on queue_slots (queue_id);
call weft_protect('queue_slots', 'tenant', true);
