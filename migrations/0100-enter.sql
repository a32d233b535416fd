-- A function that works in another scope than its caller's takes it on with weft_enter_scope, which answers the scope before, and gives
-- that back with weft_leave_scope. (A `set` clause would do both, but its parameters are a superuser's to set, and owners need not be one.)
create function weft_enter_scope(level text, partner text default '', tenant text default '', "user" text default '') returns jsonb language plpgsql as $$
declare
  before jsonb := jsonb_build_object('level', weft_level(), 'partner', weft_partner(), 'tenant', weft_tenant(), 'project', weft_project(), 'user', weft_user());
begin
  perform weft_leave_scope(jsonb_build_object('level', level, 'partner', partner, 'tenant', tenant, 'user', "user"));
  return before;
end $$;
create function weft_leave_scope(before jsonb) returns void language sql as $$
  select set_config('weft.level', coalesce(before ->> 'level', ''), true), set_config('weft.partner', coalesce(before ->> 'partner', ''), true),
    set_config('weft.tenant', coalesce(before ->> 'tenant', ''), true), set_config('weft.project', coalesce(before ->> 'project', ''), true),
    set_config('weft.user', coalesce(before ->> 'user', ''), true)
$$;

-- Who a token belongs to, and the tenant and project he asks for, in one call: each looked up in the scope that was found before it,
-- so that row-level security decides here as it does everywhere. Whether the session lives and what it may is not decided here.
create function weft_enter(token bytea, wanted text, tenant_key text, wanted_project uuid)
  returns table (session jsonb, idle_seconds float, age_seconds float, caller jsonb, tenant jsonb, project_id uuid)
  language plpgsql as $$
declare
  s sessions;
  u users;
  before jsonb := weft_enter_scope('system');
begin
  select * into s from sessions where token_hash = token;
  if not found then
    perform weft_leave_scope(before);
    return;
  end if;
  select * into u from users where id = s.user_id;
  session := to_jsonb(s) - 'token_hash';
  idle_seconds := extract(epoch from now() - s.used_at);
  age_seconds := extract(epoch from now() - s.created_at);
  caller := to_jsonb(u) - 'password_hash';
  if wanted in ('tenant', 'project') and (tenant_key is not null or u.kind = 'client') then
    perform weft_enter_scope(case u.kind when 'admin' then 'provider' when 'partner' then 'partner' else 'tenant' end, u.partner_id::text, u.tenant_id::text, u.id::text);
    select jsonb_build_object('id', t.id, 'active', t.active) into tenant from tenants t
      where case when tenant_key is null then t.id = u.tenant_id else t.api_token = tenant_key end;
    if wanted = 'project' and tenant is not null then
      perform weft_enter_scope('tenant', tenant => tenant ->> 'id', "user" => u.id::text);
      select p.id into project_id from projects p where p.id = wanted_project;
    end if;
  end if;
  perform weft_leave_scope(before);
  return next;
end $$;
