-- What runs keep for those after them: of a workflow, or without one for all workflows of the project.
create table states (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid references workflows (id) on delete cascade,
  name text not null,
  value jsonb not null,
  -- The run that has kept it.
  job_id uuid,
  updated_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (project_id, workflow_id, name)
);
create index on states (tenant_id);
create index on states (workflow_id);
call weft_protect('states', 'project', true);

-- What becomes of the workflow's state once a job has ended well: until then nobody knows whether all of it has arrived.
create table job_states (
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  name text not null,
  value jsonb not null,
  primary key (job_id, name)
);
create index on job_states (tenant_id);
create index on job_states (project_id);
call weft_protect('job_states', 'project', true);
