-- Workflows that start when a run of another one has ended: one row for each such trigger of a published, active workflow.
create table workflow_followers (
  workflow_id uuid not null references workflows (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  step text not null,
  element text not null,
  -- Empty: every other workflow of the project.
  watched uuid[] not null default '{}',
  statuses text[] not null default '{}',
  -- Seconds.
  delay int not null default 0 check (delay in (0, 300, 900, 1800, 3600, 7200, 14400, 28800)),
  primary key (workflow_id, step)
);
create index on workflow_followers (project_id);
call weft_protect('workflow_followers', 'project', true);

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
