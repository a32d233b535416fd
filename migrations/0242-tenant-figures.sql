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
alter table tenant_figures enable row level security;
alter table tenant_figures force row level security;
-- Asked once a statement, not once a row: a page counts all tenants.
create policy scope on tenant_figures
  using ((select weft_level()) in ('provider', 'system') or tenant_id = (select weft_tenant()) or ((select weft_level()) = 'partner' and partner_id = (select weft_partner())))
  with check ((select weft_level()) in ('provider', 'system') or tenant_id = (select weft_tenant()) or ((select weft_level()) = 'partner' and partner_id = (select weft_partner())));
grant select, insert, update, delete on tenant_figures to weft_app;

create function weft_list_tenant() returns trigger language plpgsql as $$
begin
  insert into tenant_figures as f (tenant_id, partner_id, name, status, search)
  values (new.id, new.partner_id, new.name, new.status, lower(concat_ws(chr(10), new.name, new.short, new.number, new.workspace, new.email)))
  on conflict (tenant_id) do update set partner_id = excluded.partner_id, name = excluded.name, status = excluded.status, search = excluded.search
    where (f.partner_id, f.name, f.status, f.search) is distinct from (excluded.partner_id, excluded.name, excluded.status, excluded.search);
  return null;
end $$;
create trigger listed after insert or update of partner_id, name, short, number, workspace, email, status on tenants for each row when (new.kind = 'client') execute function weft_list_tenant();

do $$
declare before jsonb := weft_enter_scope('system');
begin
  insert into tenant_figures (tenant_id, partner_id, name, status, search)
    select id, partner_id, name, status, lower(concat_ws(chr(10), name, short, number, workspace, email)) from tenants where kind = 'client';
  perform weft_leave_scope(before);
end $$;

-- Failed runs and refused records that wait are few among many: found by their tenant without reading the others.
create index jobs_failed on jobs (tenant_id, finished_at desc) where status = 'error';
create index record_errors_open on record_errors (tenant_id) where state in ('open', 'retrying');
