-- Who a token belongs to, and the tenant and project he asks for, in one call: each looked up in the scope that was found before it,
-- so that row-level security decides here as it does everywhere. Whether the session lives and what it may is not decided here.
-- The scopes end with the function.
create function weft_enter(token bytea, wanted text, tenant_key text, wanted_project uuid)
  returns table (session jsonb, idle_seconds float, age_seconds float, caller jsonb, tenant jsonb, project_id uuid)
  language plpgsql set weft.level = 'system' set weft.partner = '' set weft.tenant = '' set weft.project = '' set weft."user" = '' as $$
declare
  s sessions;
  u users;
begin
  select * into s from sessions where token_hash = token;
  if not found then return; end if;
  select * into u from users where id = s.user_id;
  session := to_jsonb(s) - 'token_hash';
  idle_seconds := extract(epoch from now() - s.used_at);
  age_seconds := extract(epoch from now() - s.created_at);
  caller := to_jsonb(u) - 'password_hash';
  if wanted in ('tenant', 'project') and (tenant_key is not null or u.kind = 'client') then
    perform set_config('weft.level', case u.kind when 'admin' then 'provider' when 'partner' then 'partner' else 'tenant' end, true),
      set_config('weft.partner', coalesce(u.partner_id::text, ''), true), set_config('weft.tenant', coalesce(u.tenant_id::text, ''), true),
      set_config('weft.user', u.id::text, true);
    select jsonb_build_object('id', t.id, 'active', t.active) into tenant from tenants t
      where case when tenant_key is null then t.id = u.tenant_id else t.api_token = tenant_key end;
    if wanted = 'project' and tenant is not null then
      perform set_config('weft.level', 'tenant', true), set_config('weft.partner', '', true), set_config('weft.tenant', tenant ->> 'id', true);
      select p.id into project_id from projects p where p.id = wanted_project;
    end if;
  end if;
  return next;
end $$;
