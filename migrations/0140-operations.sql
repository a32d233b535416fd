-- How the installation runs.

-- One row a machine: what its supervisor says of itself every few seconds, and what it was generated to run with.
create table supervisors (
  id uuid primary key default gen_random_uuid(),
  -- As the instances of queues it holds name it.
  machine text not null unique,
  host text not null,
  version text not null default '',
  processors int not null default 1,
  state text not null default 'unconfigured' check (state in ('unconfigured', 'generated', 'starting', 'running', 'draining', 'stopped', 'failed')),
  -- What somebody last asked for; it outlives the process.
  wanted text not null default 'running' check (wanted in ('running', 'stopped')),
  configuration jsonb,
  configured_at timestamptz,
  problem text,
  workers jsonb not null default '[]',
  started_at timestamptz,
  beat_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Which process speaks for the machine, and how its claiming goes: when it last worked, since when it fails and why.
  instance text not null default '',
  claiming jsonb not null default '{}'
);
call weft_protect('supervisors', 'provider');

-- What a supervisor was asked to do. It takes up what is asked; what nobody took up in time is expired, and is never done later.
create table supervisor_commands (
  id uuid primary key default gen_random_uuid(),
  supervisor_id uuid not null references supervisors (id) on delete cascade,
  action text not null check (action in ('generate_config', 'start', 'restart', 'stop', 'drain')),
  state text not null default 'asked' check (state in ('asked', 'acknowledged', 'done', 'failed', 'expired')),
  asked_by uuid references users (id) on delete set null,
  problem text,
  asked_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  finished_at timestamptz
);
create index on supervisor_commands (supervisor_id, asked_at desc);
call weft_protect('supervisor_commands', 'provider');

-- What stands still, from when it was noticed until it went on. Whoever is to know was told of each once.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('machine_silent', 'machine_failed', 'claiming_fails', 'queue', 'job', 'database')),
  -- Which machine, queue, job or database server; one open alert for each.
  subject text not null,
  name text not null,
  detail text not null default '',
  owner_tenant_id uuid references tenants (id) on delete cascade,
  began_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- At how many looks it stood still: what is seen once may be a blip.
  looks int not null default 1,
  ended_at timestamptz,
  begin_told boolean not null default false,
  end_told boolean not null default false
);
create unique index alerts_open on alerts (kind, subject) where ended_at is null;
create index alerts_untold on alerts (began_at) where not begin_told or not end_told;
create index alerts_by_time on alerts (began_at desc);
create index alerts_by_tenant on alerts (owner_tenant_id);
call weft_protect('alerts', 'provider');

-- What the retention has done each time it had something to do.
create table retention_runs (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  job_logs bigint not null default 0,
  mail_logs bigint not null default 0,
  archives_written int not null default 0,
  archives_removed int not null default 0,
  error text,
  audit_logs bigint not null default 0
);
create index on retention_runs (started_at desc);
call weft_protect('retention_runs', 'provider');

-- How each tenant is doing, as of when it was last looked at: what the list of tenants shows, sorts and searches by without touching a
-- tenant's own rows. What stands in the tenant's entry is kept beside it, so that a page costs one narrow table.
create table tenant_figures (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  partner_id uuid,
  name text not null,
  status text not null,
  -- In small letters: what a search looks through.
  search text not null,
  health text not null default 'idle' check (health in ('failing', 'strained', 'healthy', 'idle')),
  last_job_status text,
  last_job_at timestamptz,
  last_success_at timestamptz,
  failed_jobs int not null default 0,
  open_errors int not null default 0,
  queued int not null default 0,
  waiting_since timestamptz,
  users int not null default 0,
  storage_bytes bigint,
  storage_at timestamptz,
  as_of timestamptz
);
create index on tenant_figures (name, tenant_id);
create index on tenant_figures (as_of nulls first);
-- The worst first, as the list of tenants is sorted by health.
create index tenant_figures_worst on tenant_figures (array_position(array['failing', 'strained', 'healthy', 'idle'], health), name, tenant_id);
create index on tenant_figures (partner_id, name);
call weft_protect_account('tenant_figures');

-- One sealed value that tells whether a machine has the key of this database; what links and logins are derived from lies in it.
create table key_check (
  id boolean primary key default true check (id),
  sealed bytea not null,
  -- The key with which every secret was found to be sealed the last time somebody looked.
  all_sealed_with text not null default '',
  created_at timestamptz not null default now()
);
call weft_close('key_check');
call weft_open('key_check', '{system}', 'true', 'select');
call weft_open('key_check', '{system}', 'true', 'update');

create function weft_list_tenant() returns trigger language plpgsql as $$
begin
  insert into tenant_figures as f (tenant_id, partner_id, name, status, search)
  values (new.id, new.partner_id, new.name, new.status, lower(concat_ws(chr(10), new.name, new.short, new.number, new.workspace, new.email)))
  on conflict (tenant_id) do update set partner_id = excluded.partner_id, name = excluded.name, status = excluded.status, search = excluded.search
    where (f.partner_id, f.name, f.status, f.search) is distinct from (excluded.partner_id, excluded.name, excluded.status, excluded.search);
  return null;
end $$;

create trigger listed after insert or update of partner_id, name, short, number, workspace, email, status on tenants for each row when (new.kind = 'client') execute function weft_list_tenant();

-- Whether the database is as new as the program is asked by the application, too.
grant select on migrations to weft_app;
