-- Queries kept in the query editor: SQL that only reads, with the values it is asked with.
create table queries (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  description text not null,
  sql text not null,
  parameters text not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, name)
);
call weft_protect('queries', 'project');
call weft_audited('queries');
