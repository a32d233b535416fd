-- Workflows, and what starts them.

-- The elements a workflow's text names. A text inside of a setting may look like one: good enough for telling where something is used.
create function weft_elements_in(source text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct m[1]), '{}') from regexp_matches(source, '(?:^|[\s{,])["'']?element["'']?\s*:\s*["'']?([a-z][a-z0-9_.]*)', 'g') m
$$;

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
call weft_audited('queues');

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
  -- What starts a workflow, as its document said at the last save, so lists need not read documents: [{ step, element, label, settings }].
  triggers jsonb not null default '[]',
  -- So many runs of a workflow may be under way at the same time, over all machines and queues; `concurrency` says what happens to more.
  concurrency_limit int not null default 1 check (concurrency_limit between 1 and 1000),
  unique (project_id, class_name),
  unique (project_id, label)
);
create index workflows_elements on workflows using gin (weft_elements_in(source));
create index on workflows (tenant_id);
call weft_protect('workflows', 'project', true);
call weft_audited('workflows');

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
create index on workflow_tokens (project_id);
call weft_protect('workflow_tokens', 'project', true);
call weft_audited('workflow_tokens');

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
