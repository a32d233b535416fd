-- What holds for one tenant or partner: groups of settings by name, as for the installation.
alter table tenants add column settings jsonb not null default '{}';

-- Values for all workflows of a tenant; a project's own of the same name goes before.
create table variables (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_.]{0,63}$'),
  label text not null,
  type text not null default 'text' check (type in ('text', 'number', 'boolean', 'date', 'json')),
  value text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, name)
);
call weft_protect('variables', 'tenant');
call weft_audited('variables');

-- Further domains of the addresses of an account's users, beside its workspace.
create table workspace_domains (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  domain text not null unique check (domain = lower(domain)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on workspace_domains (tenant_id);
call weft_protect('workspace_domains', 'tenant', true);
call weft_audited('workspace_domains');
