create table projects (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  name text not null,
  short text not null default '',
  description text not null default '',
  image text,
  url text not null default '',
  start_date date,
  finish_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, name)
);
call weft_protect('projects', 'tenant');

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
  unique (project_id, class_name),
  unique (project_id, table_name)
);
call weft_protect('data_structures', 'project');

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

create table queues (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid references projects (id) on delete cascade,
  name text not null,
  instances int not null default 2 check (instances between 1 and 10),
  tries int not null default 3 check (tries between 1 and 10),
  timeout int not null default 300 check (timeout between 10 and 14400),
  max_memory int not null default 256 check (max_memory between 64 and 2048),
  priority text not null default 'low' check (priority in ('high', 'low')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, name)
);
call weft_protect('queues', 'tenant', true);

create table workflows (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  label text not null,
  class_name text not null,
  description text not null default '',
  icon text not null default '',
  queue_id uuid references queues (id),
  -- The YAML document: steps, settings, edges, positions. `commit` is its revision in the tenant's git repository.
  source text not null default '',
  version int not null default 1,
  commit text,
  published boolean not null default false,
  active boolean not null default false,
  concurrency text not null default 'queue' check (concurrency in ('queue', 'skip', 'cancel_oldest')),
  content_identifier text not null default '',
  contact_person text not null default '',
  email_recipient text not null default '',
  exclude_from_billing boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, class_name),
  unique (project_id, label)
);
call weft_protect('workflows', 'project');

create table workflow_tokens (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  -- Shown once more to who may edit it; encrypted.
  token bytea not null,
  whitelist_ips jsonb not null default '[]',
  whitelisting_active boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('workflow_tokens', 'project', true);

-- One row a schedule trigger of an active workflow; written when the workflow is saved.
create table schedules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  step text not null,
  cron text not null,
  zone text not null default 'Europe/Berlin',
  missed text not null default 'once' check (missed in ('once', 'skip')),
  next_at timestamptz,
  last_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (workflow_id, step)
);
create index on schedules (next_at) where next_at is not null;
call weft_protect('schedules', 'project', true);

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

create table config_values (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  value text not null default '',
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, name)
);
call weft_protect('config_values', 'project');

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
call weft_protect('notes', 'project');

create table workflow_state (
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  scope text not null,
  key text not null,
  value jsonb,
  updated_at timestamptz not null default now(),
  primary key (project_id, scope, key)
);
call weft_protect('workflow_state', 'project');

create table mail_logs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid default weft_project() references projects (id) on delete cascade,
  key text unique,
  class_name text not null default '',
  title text not null,
  status text not null default 'kept' check (status in ('kept', 'sent', 'failed')),
  recipient text not null,
  sender text not null default '',
  body text not null default '',
  parameters jsonb not null default '{}',
  error text,
  job_id uuid,
  created_at timestamptz not null default now()
);
call weft_protect('mail_logs', 'project', true);
