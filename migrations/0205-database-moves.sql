-- While a tenant's records move to another server, none of his jobs is begun.
alter table tenants add column held boolean not null default false;

-- A password that is being given to a login: what stands here holds as soon as the server takes it.
alter table tenant_connections add column new_password bytea;

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
