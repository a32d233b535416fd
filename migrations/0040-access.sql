-- How people and programs come in, and what they may do.

-- The token itself is only in the browser; here is its SHA-256.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references users (id) on delete cascade,
  address text not null default '',
  agent text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- How long a session lasts is what the settings said when it began.
  idle_minutes int not null default 60,
  hours int not null default 24
);
create index on sessions (user_id);
call weft_close('sessions');
call weft_open('sessions', '{tenant,project,partner,provider}', 'user_id = (select weft_user())');
call weft_open('sessions', '{system}', 'true');

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status int,
  created_at timestamptz not null default now(),
  -- Encrypted. None while the request is being worked on, and none of an answer that is too large or a stream.
  answer bytea,
  -- Who works on the request, and until when that holds; renewed for as long as somebody does.
  lease uuid not null,
  leased_until timestamptz not null,
  primary key (user_id, key)
);
create index on idempotency_keys (created_at);
call weft_close('idempotency_keys');
call weft_open('idempotency_keys', '{tenant,project,partner,provider}', 'user_id = (select weft_user())');
call weft_open('idempotency_keys', '{system}', 'true');

-- Failed tries by address, also by addresses nobody has; only the SHA-256 of an address is kept.
create table sign_in_tries (
  address bytea primary key,
  tries int not null default 0,
  in_a_row int not null default 0,
  since timestamptz not null default now(),
  throttles int not null default 0,
  throttled_until timestamptz,
  updated_at timestamptz not null default now()
);
create index on sign_in_tries (updated_at);
call weft_protect('sign_in_tries', 'provider');

-- A sign-in whose password was right and that waits for the second factor.
create table sign_in_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  method text not null check (method in ('mail', 'totp')),
  code_hash bytea,
  code_until timestamptz,
  sent_at timestamptz,
  sends int not null default 0,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index on sign_in_challenges (user_id, created_at);
call weft_close('sign_in_challenges');
call weft_open('sign_in_challenges', '{system}', 'true');

-- The secret of an authenticator application, encrypted, and the recovery codes left, hashed. Not confirmed: being set up.
create table authenticators (
  user_id uuid primary key references users (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  recovery_hashes jsonb not null default '[]',
  created_at timestamptz not null default now()
);
call weft_close('authenticators');
call weft_open('authenticators', '{system}', 'true');
call weft_audited('authenticators');

-- Browsers a user has said to be theirs, with the addresses they were seen at.
create table trusted_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null,
  agent text not null default '',
  addresses jsonb not null default '[]',
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unique (user_id, token_hash)
);
call weft_close('trusted_devices');
call weft_open('trusted_devices', '{tenant,project,partner,provider}', 'user_id = (select weft_user())');
call weft_open('trusted_devices', '{system}', 'true');
call weft_audited('trusted_devices');

-- Links by which a password is set without knowing the old one.
create table password_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('reset', 'invitation')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on password_links (user_id, created_at);
call weft_close('password_links');
call weft_open('password_links', '{system}', 'true');

-- Where a user may come from, once the check is switched on.
create table granted_ips (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  ip_address text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  unique (user_id, ip_address)
);
-- Who sees the user sees these.
call weft_close('granted_ips');
call weft_open('granted_ips', '{tenant,project,partner,provider}', 'exists (select from users u where u.id = user_id)');
call weft_open('granted_ips', '{system}', 'true');
call weft_audited('granted_ips');

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
create index on route_whitelists (tenant_id);
call weft_close('route_whitelists');
call weft_open('route_whitelists', '{tenant,project}', 'tenant_id = (select weft_tenant())');
call weft_open('route_whitelists', '{provider,system}', 'true');
call weft_touched('route_whitelists');
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
-- Whoever grants support or is given it sees it and may end it; it begins only where the tenant is seen, and is never taken away.
call weft_close('support_accesses');
call weft_open('support_accesses', '{tenant,project}', 'tenant_id = (select weft_tenant()) or user_id = (select weft_user())', 'select');
call weft_open('support_accesses', '{partner}', 'user_id = (select weft_user()) or tenant_id = any (array(select t.id from tenants t where t.partner_id = (select weft_partner())))', 'select');
call weft_open('support_accesses', '{provider,system}', 'true', 'select');
call weft_open('support_accesses', '{tenant,project}', 'tenant_id = (select weft_tenant()) or user_id = (select weft_user())', 'update');
call weft_open('support_accesses', '{partner}', 'user_id = (select weft_user())', 'update');
call weft_open('support_accesses', '{provider,system}', 'true', 'update');
call weft_open('support_accesses', '{tenant,project,partner,provider}', 'user_id = (select weft_user()) and exists (select from tenants t where t.id = tenant_id)', 'insert');
call weft_audited('support_accesses');

-- Accounts of programs: the provider's, a partner's, a tenant's or one project's. They have permissions of their own and tokens instead of a password.
create table service_accounts (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid references partners (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  -- Of the tenant; empty: the whole tenant.
  project_id uuid references projects (id) on delete cascade,
  name text not null,
  description text not null default '',
  permissions jsonb not null default '[]',
  -- From where its tokens are good; empty: from anywhere.
  addresses jsonb not null default '[]',
  active boolean not null default true,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (partner_id is null or tenant_id is null),
  check (project_id is null or tenant_id is not null)
);
create unique index service_accounts_name_key on service_accounts (lower(name), coalesce(tenant_id, partner_id, '00000000-0000-0000-0000-000000000000'));
create index on service_accounts (tenant_id);
create index on service_accounts (partner_id);
create index on service_accounts (project_id);
create index on service_accounts (created_by);
call weft_protect_account('service_accounts');
call weft_audited('service_accounts');

-- The token itself is only in the program; here is its SHA-256, and how it begins, so that it is recognised.
create table service_account_tokens (
  id uuid primary key default gen_random_uuid(),
  service_account_id uuid not null references service_accounts (id) on delete cascade,
  -- As the account has them.
  partner_id uuid references partners (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  token_hash bytea not null unique,
  beginning text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_address text not null default '',
  created_at timestamptz not null default now()
);
create index on service_account_tokens (service_account_id, created_at desc);
create index on service_account_tokens (tenant_id);
create index on service_account_tokens (partner_id);
call weft_protect_account('service_account_tokens');

-- Until when an address is kept waiting; asked for lists of users by whoever may see them.
create function weft_throttled_until(email text) returns timestamptz language plpgsql as $$
declare
  before jsonb := weft_enter_scope('system');
  until timestamptz;
begin
  select throttled_until into until from sign_in_tries where address = sha256(convert_to(lower(email), 'UTF8')) and throttled_until > now();
  perform weft_leave_scope(before);
  return until;
end $$;

-- The open support access of somebody to a tenant, asked by the guard, the live events and the storage of a tenant.
create function weft_support_access(user_id uuid, tenant_id uuid) returns uuid language sql stable as $$
  select s.id from support_accesses s
    where s.user_id = weft_support_access.user_id and s.tenant_id = weft_support_access.tenant_id and s.ended_at is null and s.ends_at > now() order by s.ends_at desc limit 1
$$;

-- What the guard needs to know of somebody who was let in, beside who they are: their role's permissions, the lists for this route, and
-- whether they may be inside this tenant. Asked in the same statement as weft_enter.
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
    support_access_id := weft_support_access((caller ->> 'id')::uuid, (tenant ->> 'id')::uuid);
  end if;
  perform weft_leave_scope(before);
  return next;
end $$;

-- Who a token belongs to, and the tenant and project they ask for, in one call: each looked up in the scope that was found before it,
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

-- Whose a token is, whether that lives, and the tenant and project it names by itself or the headers name: one call, as weft_enter is for sessions.
create function weft_enter_service(token bytea, wanted text, tenant_key text, wanted_project uuid)
  returns table (account jsonb, issued jsonb, owner_active boolean, tenant jsonb, project_id uuid)
  language plpgsql as $$
declare
  i service_account_tokens;
  a service_accounts;
  before jsonb := weft_enter_scope('system');
begin
  select * into i from service_account_tokens where token_hash = token;
  if not found then
    perform weft_leave_scope(before);
    return;
  end if;
  select * into a from service_accounts where id = i.service_account_id;
  account := to_jsonb(a);
  issued := to_jsonb(i) - 'token_hash';
  owner_active := coalesce((select t.active from tenants t where t.id = a.tenant_id), (select p.active from partners p where p.id = a.partner_id), true);
  if wanted in ('tenant', 'project') and (tenant_key is not null or a.tenant_id is not null) then
    perform weft_enter_scope(case when a.tenant_id is not null then 'tenant' when a.partner_id is not null then 'partner' else 'provider' end,
      a.partner_id::text, a.tenant_id::text);
    select jsonb_build_object('id', t.id, 'active', t.active) into tenant from tenants t
      where case when tenant_key is null then t.id = a.tenant_id else t.api_token = tenant_key end;
    if wanted = 'project' and tenant is not null then
      perform weft_enter_scope('tenant', tenant => tenant ->> 'id');
      select p.id into project_id from projects p
        where p.id = coalesce(wanted_project, a.project_id) and (a.project_id is null or p.id = a.project_id);
    end if;
  end if;
  perform weft_leave_scope(before);
  return next;
end $$;

-- Signing in and out; that a session is in use is no change.
create trigger audit after insert or delete or update of revoked_at on sessions for each row execute function weft_audit();

-- That a token is in use is no change.
create trigger audit after insert or delete or update of revoked_at, expires_at on service_account_tokens for each row execute function weft_audit();
