-- A project's own functions of mappings: a body that maps parameters to one result, and the tests that hold it to what it is for.
create table functions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  label text not null,
  -- How formulas and mappings call it: given once.
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,39}$'),
  description text not null default '',
  parameters jsonb not null default '[]',
  gives text not null default 'any',
  definition jsonb not null default '{}',
  tests jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, name)
);
create index on functions (project_id, label);
create index on functions (tenant_id);
call weft_protect('functions', 'project');
call weft_audited('functions');
call weft_defined('functions', 'function', 'label', '{}');
