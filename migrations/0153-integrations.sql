-- Tables of a connected system that a project keeps up to date: what the wizard has made, and what it is still making.

create table integrations (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  label text not null,
  connection_id uuid references connections (id) on delete set null,
  workflow_id uuid not null unique references workflows (id) on delete cascade,
  new_fields text not null default 'ask' check (new_fields in ('ask', 'take', 'ignore')),
  first_job_id uuid,
  compared_at timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index on integrations (tenant_id);
create index on integrations (project_id, label, id);
create index on integrations (connection_id);
create index on integrations (created_by);
call weft_protect('integrations', 'project', true);
call weft_audited('integrations');

-- `shape`: the fields of the table as they were when somebody last decided about them; `found`: as a comparison has last seen them.
create table integration_tables (
  id uuid primary key default gen_random_uuid(),
  integration_id uuid not null references integrations (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  position int not null,
  name text not null,
  step text not null,
  structure_id uuid references data_structures (id) on delete set null,
  source_structure_id uuid references data_structures (id) on delete set null,
  mapping_id uuid references mappings (id) on delete set null,
  read text not null check (read in ('all', 'changed')),
  cursor_field text,
  deletions text not null check (deletions in ('keep', 'mark', 'remove')),
  rows bigint,
  shape jsonb not null,
  found jsonb,
  fields jsonb not null,
  unique (integration_id, name)
);
create index on integration_tables (tenant_id);
create index on integration_tables (project_id);
create index on integration_tables (structure_id);
create index on integration_tables (source_structure_id);
create index on integration_tables (mapping_id);
call weft_close('integration_tables');
call weft_open('integration_tables', '{tenant}', 'tenant_id = (select weft_tenant())');
call weft_open('integration_tables', '{project}', 'tenant_id = (select weft_tenant()) and project_id = (select weft_project())');
call weft_open('integration_tables', '{system}', 'true');

-- One that is being made, of the one who makes it. `making`: the ids of what saving has begun to make, so that nothing half done stays.
create table integration_drafts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  connector text not null,
  connection_id uuid references connections (id) on delete set null,
  step text not null default 'loginDetails',
  data jsonb not null default '{}',
  profiles jsonb not null default '{}',
  making jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index on integration_drafts (tenant_id);
create index on integration_drafts (project_id, user_id, updated_at desc);
create index on integration_drafts (user_id);
create index on integration_drafts (connection_id);
call weft_protect('integration_drafts', 'project');
