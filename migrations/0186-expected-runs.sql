-- How often a workflow is expected to end well, and with how many records in that time: empty, nobody expects anything.
alter table workflows
  add column expected_every text not null default '',
  add column expected_records int not null default 0 check (expected_records >= 0);

-- What is watched, since when, and what is missing since when.
create table expected_runs (
  workflow_id uuid primary key references workflows (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  every text not null,
  watched_since timestamptz not null,
  missed_since timestamptz,
  -- In the time that is over then.
  records bigint
);
create index on expected_runs (tenant_id);
create index on expected_runs (project_id);
call weft_protect('expected_runs', 'project', true);
