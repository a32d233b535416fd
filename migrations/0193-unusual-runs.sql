-- Whether a workflow's people are told of runs that are unusual beside its own past.
alter table workflows add column expected_usual boolean not null default false;

-- Until when the runs of such a workflow were looked at.
create table unusual_run_looks (
  workflow_id uuid primary key references workflows (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  looked_until timestamptz not null
);
create index on unusual_run_looks (tenant_id);
create index on unusual_run_looks (project_id);
call weft_protect('unusual_run_looks', 'project', true);
