-- What a run has used, written in the transaction that ends it, so that it is neither lost nor counted twice; the meter adds it up by
-- the day. No key and no index: a thousand small runs a second write a line each here and nothing else.
create table usage_ends (
  tenant_id uuid not null,
  project_id uuid not null,
  day date not null,
  excluded boolean not null,
  runs int not null,
  records bigint not null
);
call weft_protect('usage_ends', 'tenant', true);

-- A run counts when it began, however it ended; what was called by another run is part of that one, though its records count.
create function weft_count_usage() returns trigger language plpgsql as $$
begin
  insert into usage_ends (tenant_id, project_id, day, excluded, runs, records)
  select new.tenant_id, new.project_id, (new.finished_at at time zone 'UTC')::date, w.exclude_from_billing, case when new.parent_job_id is null then 1 else 0 end, new.records_out
  from workflows w where w.id = new.workflow_id;
  return null;
end $$;
create trigger usage after update on jobs for each row
  when (new.finished_at is not null and old.finished_at is null and new.started_at is not null) execute function weft_count_usage();

-- Runs and records of a project by the day in UTC; those of workflows that are excluded from billing stand apart. A deleted project's stay.
create table usage_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  project_id uuid not null,
  day date not null,
  runs bigint not null default 0,
  records bigint not null default 0,
  excluded_runs bigint not null default 0,
  excluded_records bigint not null default 0,
  primary key (tenant_id, day, project_id)
);

-- What a tenant's databases and files took up when they were measured that day.
create table storage_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  day date not null,
  database_bytes bigint not null default 0,
  file_bytes bigint not null default 0,
  measured_at timestamptz not null default now(),
  primary key (tenant_id, day)
);

do $$
declare name text;
begin
  foreach name in array '{usage_days,storage_days}'::text[] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy read on %I for select using (tenant_id = weft_tenant() or weft_level() in (''provider'', ''system'')
      or (weft_level() = ''partner'' and exists (select from tenants t where t.id = %I.tenant_id and t.partner_id = weft_partner())))', name, name);
    execute format('create policy write on %I using (weft_level() = ''system'') with check (weft_level() = ''system'')', name);
    execute format('grant select, insert, update, delete on %I to weft_app', name);
  end loop;
end $$;
