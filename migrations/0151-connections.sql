-- Systems of customers that a project reads from and writes into.

-- What workflows name: of one project, or without one of every project of the tenant. Secrets are one sealed text of the values by name.
create table connections (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid references projects (id) on delete cascade,
  name text not null,
  label text not null,
  description text not null default '',
  connector text not null,
  settings jsonb not null default '{}',
  secrets bytea,
  secrets_set text[] not null default '{}',
  secrets_at timestamptz,
  active boolean not null default true,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (tenant_id, project_id, name)
);
create index on connections (tenant_id, label, id);
create index on connections (project_id);
create index on connections (created_by);
call weft_close('connections');
call weft_open('connections', '{tenant}', 'tenant_id = (select weft_tenant())');
call weft_open('connections', '{project}', 'tenant_id = (select weft_tenant()) and (project_id is null or project_id = (select weft_project()))');
call weft_open('connections', '{system}', 'true');
call weft_touched('connections');
call weft_audited('connections');

-- How a connection is, as the last checks have found it. The background looks at it again at `next_check_at`.
create table connection_health (
  connection_id uuid primary key references connections (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  state text not null default 'untested' check (state in ('untested', 'healthy', 'failing', 'broken')),
  steps jsonb not null default '[]',
  checked_at timestamptz,
  succeeded_at timestamptz,
  failing_since timestamptz,
  failures int not null default 0,
  next_check_at timestamptz not null default now()
);
create index on connection_health (tenant_id);
create index on connection_health (next_check_at);

-- Each check, for ninety days.
create table connection_checks (
  connection_id uuid not null references connections (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  ok boolean not null,
  milliseconds int not null,
  primary key (connection_id, at)
);
create index on connection_checks (tenant_id);
create index on connection_checks (at);

-- From the first check that failed to the first that held again.
create table connection_disruptions (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null references connections (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz,
  step text not null,
  reason jsonb not null
);
create index on connection_disruptions (connection_id, began_at desc);
create index on connection_disruptions (tenant_id);
create unique index on connection_disruptions (connection_id) where ended_at is null;

do $$
declare name text;
begin
  foreach name in array array['connection_health', 'connection_checks', 'connection_disruptions'] loop
    call weft_close(name);
    call weft_open(name, '{tenant}', 'tenant_id = (select weft_tenant())');
    call weft_open(name, '{project}', 'tenant_id = (select weft_tenant()) and connection_id = any (array(select c.id from connections c))');
    call weft_open(name, '{system}', 'true');
  end loop;
end $$;
