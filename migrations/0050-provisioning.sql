-- What a tenant is given: databases, storage, a door for files.

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
call weft_audited('database_servers');

-- What was last found of a database server, looked at in the background.
create table database_server_health (
  server_id uuid primary key references database_servers (id) on delete cascade,
  checked_at timestamptz not null default now(),
  reachable boolean not null,
  version text,
  latency_ms int,
  bytes bigint,
  connections int,
  connections_most int,
  detail text
);
call weft_protect('database_server_health', 'provider');

-- A tenant's records on their way to another server. The databases left behind are dropped some days later, also when the tenant is gone.
create table database_moves (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant(),
  state text not null default 'pending' check (state in ('pending', 'holding', 'copying', 'checking', 'switching', 'done', 'failed')),
  source_server_id uuid not null references database_servers (id) on delete restrict,
  source_engine text not null check (source_engine in ('postgres', 'mysql')),
  source_database text not null,
  source_username text not null,
  target_server_id uuid not null references database_servers (id) on delete restrict,
  target_engine text not null check (target_engine in ('postgres', 'mysql')),
  target_database text not null,
  target_password bytea,
  tables int not null default 0,
  tables_done int not null default 0,
  records bigint not null default 0,
  records_done bigint not null default 0,
  -- Of each table: records and the checksum both sides have.
  checks jsonb not null default '[]',
  error jsonb,
  started_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  drop_after timestamptz,
  dropped_at timestamptz
);
create unique index database_moves_one_at_a_time on database_moves (tenant_id) where state in ('pending', 'holding', 'copying', 'checking', 'switching');
create index database_moves_by_tenant on database_moves (tenant_id, created_at desc);
create index database_moves_to_drop on database_moves (drop_after) where dropped_at is null and drop_after is not null;
call weft_protect('database_moves', 'tenant', true);
call weft_audited('database_moves');

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
  -- A password that is being given to a login: what stands here holds as soon as the server takes it.
  new_password bytea,
  unique (tenant_id, name)
);
call weft_protect('tenant_connections', 'tenant', true);
call weft_audited('tenant_connections');

-- Where files of tenants and partners may lie. The folder of this installation is there by itself.
create table storage_servers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  type text not null check (type in ('local', 'ftp', 'sftp')),
  host text not null default '',
  port int check (port between 1 and 65535),
  username text not null default '',
  password bytea,
  ssl boolean not null default false,
  passive boolean not null default true,
  timeout int not null default 30 check (timeout between 1 and 600),
  root text not null default '/',
  -- What the server showed when it was first spoken to: the public key of SSH, the certificate of TLS, or 'ca' where a known authority has signed it.
  host_key text not null default '',
  embedded boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('storage_servers', 'provider');
insert into storage_servers (name, type, root, embedded) values ('This installation', 'local', 'storage', true);
call weft_audited('storage_servers');

create table tenant_storages (
  tenant_id uuid primary key default weft_tenant() references tenants (id) on delete cascade,
  type text not null default 'local',
  root text not null,
  host text not null default '',
  port int,
  username text not null default '',
  password bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  server_id uuid references storage_servers (id),
  ssl boolean not null default false,
  passive boolean not null default true,
  timeout int not null default 30 check (timeout between 1 and 600),
  host_key text not null default '',
  check (type in ('local', 'ftp', 'sftp'))
);
call weft_protect('tenant_storages', 'tenant', true);
call weft_audited('tenant_storages');

create table sftp_users (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  username text not null unique,
  password_hash text not null,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create index on sftp_users (tenant_id);
call weft_protect('sftp_users', 'tenant', true);
call weft_audited('sftp_users');

-- From where a user of the SFTP gateway has come in before, hashed: strangers who guess elsewhere keep nobody waiting there.
create table sftp_addresses (
  sftp_user_id uuid not null references sftp_users (id) on delete cascade,
  address bytea not null,
  used_at timestamptz not null default now(),
  primary key (sftp_user_id, address)
);
call weft_close('sftp_addresses');
call weft_open('sftp_addresses', '{system}', 'true');

create table provisioning_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('tenant', 'partner')),
  partner_id uuid references partners (id) on delete set null,
  tenant_id uuid references tenants (id) on delete set null,
  input jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'running', 'done', 'failed', 'undoing', 'undone')),
  started_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The id the tenant will have is known before its entry exists: names of databases, logins and folders are made from it, so
  -- that every step finds again what an interrupted one has left.
  subject_id uuid not null unique default gen_random_uuid(),
  removal boolean not null default false
);
create unique index provisioning_runs_workspace on provisioning_runs ((input ->> 'workspace')) where state not in ('done', 'undone');
create index on provisioning_runs (created_at desc);
create index on provisioning_runs (partner_id, created_at desc);
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
call weft_close('provisioning_steps');
call weft_open('provisioning_steps', '{partner,provider,system}', 'exists (select from provisioning_runs r where r.id = run_id)');
