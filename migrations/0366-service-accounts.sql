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
alter table service_accounts enable row level security;
alter table service_accounts force row level security;
create policy scope on service_accounts
  using (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner())
  with check (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner());
grant select, insert, update, delete on service_accounts to weft_app;
create trigger touch before update on service_accounts for each row execute function weft_touch();
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
alter table service_account_tokens enable row level security;
alter table service_account_tokens force row level security;
create policy scope on service_account_tokens
  using (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner())
  with check (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner());
grant select, insert, update, delete on service_account_tokens to weft_app;
-- That a token is in use is no change.
create trigger audit after insert or delete or update of revoked_at, expires_at on service_account_tokens for each row execute function weft_audit();

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

-- A key of a program is its account's, which is no user; keys go after a day in any case.
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;

-- What the account of a project begins with many jobs is that project's.
alter table bulk_actions add column project_id uuid default weft_project() references projects (id) on delete cascade;
create index on bulk_actions (project_id);
drop policy scope on bulk_actions;
create policy scope on bulk_actions
  using (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())) or (tenant_id is null and weft_level() = 'provider'))
  with check (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())) or (tenant_id is null and weft_level() = 'provider'));

-- Who has corrected a record may be a program.
alter table record_errors drop constraint record_errors_corrected_by_fkey;
