-- Where tenants' databases are created. The embedded PostgreSQL registers itself.
create table database_servers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  engine text not null check (engine in ('postgres', 'mysql')),
  host text not null,
  port int not null,
  username text not null,
  password bytea,
  embedded boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('database_servers', 'provider');

-- Secrets (bytea) are AES-256-GCM ciphertext.
create table tenant_connections (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  name text not null,
  engine text not null check (engine in ('postgres', 'mysql', 'postgres_documents', 'mongodb')),
  server_id uuid references database_servers (id),
  host text not null,
  port int not null,
  database text not null,
  username text not null,
  password bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, name)
);
call weft_protect('tenant_connections', 'tenant', true);

create table tenant_storages (
  tenant_id uuid primary key default weft_tenant() references tenants (id) on delete cascade,
  type text not null default 'local' check (type in ('local', 'ftp', 'sftp', 's3')),
  root text not null,
  host text not null default '',
  port int,
  username text not null default '',
  password bytea,
  options jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('tenant_storages', 'tenant', true);

create table sftp_users (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  username text not null unique,
  password_hash text not null,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
call weft_protect('sftp_users', 'tenant', true);

create table provisioning_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('tenant', 'partner')),
  partner_id uuid references partners (id),
  tenant_id uuid references tenants (id) on delete set null,
  input jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'running', 'done', 'failed', 'undoing', 'undone')),
  started_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('provisioning_runs', 'partner');

create table provisioning_steps (
  run_id uuid not null references provisioning_runs (id) on delete cascade,
  key text not null,
  position int not null,
  state text not null default 'pending' check (state in ('pending', 'running', 'done', 'failed', 'undone')),
  result jsonb not null default '{}',
  error jsonb,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (run_id, key)
);
alter table provisioning_steps enable row level security;
alter table provisioning_steps force row level security;
create policy scope on provisioning_steps using (exists (select from provisioning_runs r where r.id = run_id)) with check (exists (select from provisioning_runs r where r.id = run_id));
grant select, insert, update, delete on provisioning_steps to weft_app;
