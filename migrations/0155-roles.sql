-- Roles somebody has made for his own users. The ready-made ones are declared in the code and belong to nobody.
create table roles (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid references partners (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_]{1,62}$'),
  display_name text not null,
  description text not null default '',
  permissions jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (partner_id is null or tenant_id is null)
);
create unique index roles_name_key on roles (name, (coalesce(tenant_id, partner_id, '00000000-0000-0000-0000-000000000000')));
alter table roles enable row level security;
alter table roles force row level security;
create policy scope on roles
  using (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner())
  with check (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner());
grant select, insert, update, delete on roles to weft_app;
create trigger touch before update on roles for each row execute function weft_touch();

-- A user names his role; an own one stays as long as somebody has it. Whoever gives it locks the row, so that neither overtakes the other.
create function weft_role_in_use() returns trigger language plpgsql as $$
begin
  if exists (select from users u where u.role = old.name and u.tenant_id is not distinct from old.tenant_id and u.partner_id is not distinct from old.partner_id) then
    raise foreign_key_violation using message = format('the role %I is assigned', old.name);
  end if;
  return old;
end $$;
-- When a partner or tenant goes, his users and roles go together, in any order.
create trigger in_use before delete on roles for each row when (pg_trigger_depth() = 0) execute function weft_role_in_use();
