-- What a project holds beside its workflows.

-- Data structures the provider or a partner keeps ready, without a table. A project takes one over as its own; where it came from stays noted.
create table library_structures (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid default weft_partner() references partners (id) on delete cascade,
  class_name text not null,
  table_name text not null,
  label text not null,
  description text not null default '',
  version int not null default 1,
  published boolean not null default false,
  locked boolean not null default false,
  data_versioning boolean not null default false,
  structural_versioning boolean not null default true,
  structure_check boolean not null default true,
  on_empty_import text not null default 'keep',
  content_identifier text not null default '',
  fields jsonb not null default '[]',
  queries jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (partner_id, class_name),
  unique nulls not distinct (partner_id, table_name)
);
-- The provider's structures, a partner's, and for a tenant those that both have published.
call weft_close('library_structures');
call weft_open('library_structures', '{provider}', 'partner_id is null');
call weft_open('library_structures', '{partner}', 'partner_id = (select weft_partner())');
call weft_open('library_structures', '{tenant,project}', 'published and (partner_id is null or partner_id = (select t.partner_id from tenants t where t.id = (select weft_tenant())))', 'select');
call weft_touched('library_structures');
call weft_audited('library_structures');

create table data_structures (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  class_name text not null,
  table_name text not null,
  label text not null,
  description text not null default '',
  version int not null default 1,
  published boolean not null default true,
  locked boolean not null default false,
  data_versioning boolean not null default false,
  structural_versioning boolean not null default true,
  structure_check boolean not null default true,
  on_empty_import text not null default 'keep' check (on_empty_import in ('keep', 'clear', 'fail')),
  content_identifier text not null default '',
  fields jsonb not null default '[]',
  queries jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  taken_from uuid references library_structures (id) on delete set null,
  taken_version int,
  unique (project_id, class_name),
  unique (project_id, table_name)
);
create index on data_structures (tenant_id);
call weft_protect('data_structures', 'project');
call weft_audited('data_structures');

create table data_structure_revisions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  data_structure_id uuid not null references data_structures (id) on delete cascade,
  version int not null,
  definition jsonb not null,
  plan jsonb,
  changed_by uuid,
  created_at timestamptz not null default now(),
  unique (data_structure_id, version)
);
call weft_protect('data_structure_revisions', 'project');

create table dynamic_models (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  model_name text not null,
  type text not null check (type in ('csv', 'xml', 'json', 'jsonl', 'xlsx')),
  file_type text not null default '',
  class_name text not null default '',
  table_name text not null default '',
  -- The format's options (delimiter, enclosure, encoding, target tag, …), the fields found and the dynamic fields.
  options jsonb not null default '{}',
  fields jsonb not null default '[]',
  dynamic_fields jsonb not null default '[]',
  preview_rows int not null default 20,
  analyse_entry_quantity int not null default 10,
  max_depth int not null default 5,
  primary_key text,
  sample_file text,
  data_structure_id uuid references data_structures (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, model_name)
);
call weft_protect('dynamic_models', 'project');
call weft_audited('dynamic_models');

create table mappings (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  label text not null,
  description text not null default '',
  active boolean not null default true,
  source_structure_id uuid not null references data_structures (id),
  target_structure_id uuid not null references data_structures (id),
  definition jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, label)
);
call weft_protect('mappings', 'project');
call weft_audited('mappings');

create table data_sets (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  description text not null default '',
  -- Structures, joins, fields, filters, groups, parameters, limit.
  definition jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, name)
);
call weft_protect('data_sets', 'project');
call weft_audited('data_sets');

create table insights (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  label text not null,
  chart_type text not null check (chart_type in ('area', 'bar', 'column', 'donut', 'line', 'pie', 'custom')),
  theme text not null default 'default',
  definition jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, label)
);
call weft_protect('insights', 'project');
call weft_audited('insights');

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

create table text_templates (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  label text not null,
  type text not null default 'text',
  data_structure_id uuid references data_structures (id) on delete set null,
  body text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, label)
);
call weft_protect('text_templates', 'project');
call weft_audited('text_templates');

create table config_values (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  value text not null default '',
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A configuration value is a text, or a secret that is sealed, goes in and never comes out.
  kind text not null default 'text' check (kind in ('text', 'secret')),
  secret_value bytea,
  secret_at timestamptz,
  unique (project_id, name),
  constraint config_values_secret check (kind = 'secret' and value = '' or kind = 'text' and secret_value is null)
);
create index on config_values (tenant_id);
call weft_protect('config_values', 'project', true);
call weft_audited('config_values');

create table notes (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  title text not null,
  note text not null default '',
  type text not null default '',
  type_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on notes (project_id);
call weft_protect('notes', 'project');
call weft_audited('notes');

-- Where a tenant's git repository stands. The row, not git's own ref, decides, so a save and its commit hold or fall together;
-- locking it serialises the commits of a tenant over all processes.
create table git_heads (
  tenant_id uuid primary key default weft_tenant() references tenants (id) on delete cascade,
  commit text not null default '',
  updated_at timestamptz not null default now()
);
call weft_protect('git_heads', 'tenant');

-- Which commit changed which file: the log of a file without walking all commits of the tenant.
create table git_changes (
  id bigint generated always as identity primary key,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  commit text not null,
  path text not null,
  message text not null,
  author_name text not null,
  author_email text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, commit, path)
);
create index on git_changes (tenant_id, path, id desc);
call weft_protect('git_changes', 'tenant');
