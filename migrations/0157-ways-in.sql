-- Where a route may be called from. An active entry closes its route to every address that is not listed; `public` opens it from
-- there to everybody, otherwise only to the users named. An entry of nobody holds for all; a tenant's for whoever works in it.
create table route_whitelists (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid default weft_tenant() references tenants (id) on delete cascade,
  route text not null,
  addresses jsonb not null default '[]',
  description text not null default '',
  active boolean not null default false,
  public boolean not null default true,
  users jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not active or jsonb_array_length(addresses) > 0)
);
create index on route_whitelists (route) where active;
alter table route_whitelists enable row level security;
alter table route_whitelists force row level security;
create policy scope on route_whitelists using (weft_level() in ('provider', 'system') or tenant_id = weft_tenant())
  with check (weft_level() in ('provider', 'system') or tenant_id = weft_tenant());
grant select, insert, update, delete on route_whitelists to weft_app;
create trigger touch before update on route_whitelists for each row execute function weft_touch();
call weft_audited('route_whitelists');

-- Provider's or partner's staff working inside a tenant: for a reason, for a while, and seen by the tenant.
create table support_accesses (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  user_name text not null,
  user_kind text not null check (user_kind in ('admin', 'partner')),
  reason text not null,
  minutes int not null check (minutes between 5 and 480),
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index on support_accesses (user_id, tenant_id) where ended_at is null;
create index on support_accesses (tenant_id, created_at desc);
alter table support_accesses enable row level security;
alter table support_accesses force row level security;
create policy read on support_accesses for select using (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or user_id = weft_user()
  or (weft_level() = 'partner' and exists (select from tenants t where t.id = tenant_id and t.partner_id = weft_partner())));
-- Whoever may see the tenant in his own branch may enter it; the tenant itself can only end it. Nobody deletes one.
create policy enter on support_accesses for insert with check (user_id = weft_user() and exists (select from tenants t where t.id = tenant_id));
create policy leave on support_accesses for update using (weft_level() in ('provider', 'system') or user_id = weft_user() or tenant_id = weft_tenant())
  with check (weft_level() in ('provider', 'system') or user_id = weft_user() or tenant_id = weft_tenant());
grant select, insert, update, delete on support_accesses to weft_app;
call weft_audited('support_accesses');

-- What the guard needs to know of somebody who was let in, beside who he is: his own role's permissions, the lists for this route, and
-- whether he may be inside this tenant. Asked in the same statement as weft_enter.
create function weft_rights(caller jsonb, tenant jsonb, routes text[])
  returns table (own_role jsonb, gates jsonb, support_access_id uuid)
  language plpgsql as $$
declare
  before jsonb := weft_enter_scope('system');
begin
  select jsonb_build_object('id', r.id, 'updated_at', r.updated_at, 'permissions', r.permissions) into own_role from roles r
    where r.name = caller ->> 'role' and r.tenant_id is not distinct from (caller ->> 'tenant_id')::uuid and r.partner_id is not distinct from (caller ->> 'partner_id')::uuid;
  select jsonb_agg(jsonb_build_object('addresses', w.addresses, 'public', w.public, 'users', w.users)) into gates from route_whitelists w
    where w.active and w.route = any (routes) and (w.tenant_id is null or w.tenant_id = coalesce(tenant ->> 'id', caller ->> 'tenant_id')::uuid);
  if tenant is not null and caller ->> 'kind' <> 'client' then
    select s.id into support_access_id from support_accesses s
      where s.user_id = (caller ->> 'id')::uuid and s.tenant_id = (tenant ->> 'id')::uuid and s.ended_at is null and s.ends_at > now() order by s.ends_at desc limit 1;
  end if;
  perform weft_leave_scope(before);
  return next;
end $$;
