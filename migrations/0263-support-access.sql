-- The open support access of somebody to a tenant, asked by the guard, the live events and the storage of a tenant.
create function weft_support_access(user_id uuid, tenant_id uuid) returns uuid language sql stable as $$
  select s.id from support_accesses s
    where s.user_id = weft_support_access.user_id and s.tenant_id = weft_support_access.tenant_id and s.ended_at is null and s.ends_at > now() order by s.ends_at desc limit 1
$$;

create or replace function weft_rights(caller jsonb, tenant jsonb, routes text[])
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
    support_access_id := weft_support_access((caller ->> 'id')::uuid, (tenant ->> 'id')::uuid);
  end if;
  perform weft_leave_scope(before);
  return next;
end $$;
