create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
alter table settings enable row level security;
alter table settings force row level security;
create policy read on settings for select using (weft_level() <> '');
create policy write on settings using (weft_level() in ('provider', 'system')) with check (weft_level() in ('provider', 'system'));
grant select, insert, update, delete on settings to weft_app;

create table languages (id int primary key, label text not null, short text not null unique);
insert into languages values (1, 'English', 'en'), (2, 'Deutsch', 'de');
alter table languages enable row level security;
alter table languages force row level security;
create policy read on languages for select using (true);
grant select on languages to weft_app;

create table partners (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  short text not null default '',
  number text unique,
  language text not null default 'de',
  workspace text not null unique,
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  active boolean not null default true,
  status text not null default 'created',
  api_token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table partners enable row level security;
alter table partners force row level security;
create policy scope on partners using (weft_level() in ('provider', 'system') or id = weft_partner())
  with check (weft_level() in ('provider', 'system') or id = weft_partner());
grant select, insert, update, delete on partners to weft_app;
create trigger touch before update on partners for each row execute function weft_touch();

create table tenants (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid references partners (id),
  name text not null unique,
  short text not null default '',
  number text unique,
  language text not null default 'de',
  workspace text not null unique,
  email text not null default '',
  phone text not null default '',
  fax text not null default '',
  website text not null default '',
  contact_person text not null default '',
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  address_line_3 text not null default '',
  street text not null default '',
  zip text not null default '',
  city text not null default '',
  country text not null default '',
  active boolean not null default false,
  initialized boolean not null default false,
  status text not null default 'created' check (status in ('created', 'initializing', 'initialized', 'active', 'deactivated', 'deleting')),
  api_token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on tenants (partner_id);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy scope on tenants
  using (weft_level() in ('provider', 'system') or id = weft_tenant() or (weft_level() = 'partner' and partner_id = weft_partner()))
  with check (weft_level() in ('provider', 'system') or id = weft_tenant() or (weft_level() = 'partner' and partner_id = weft_partner()));
grant select, insert, update, delete on tenants to weft_app;
create trigger touch before update on tenants for each row execute function weft_touch();

-- An admin has neither partner nor tenant, a partner's user a partner, a tenant's user a tenant.
create table users (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('admin', 'partner', 'client')),
  partner_id uuid references partners (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  email text not null,
  workspace text generated always as (split_part(email, '@', 2)) stored,
  password_hash text,
  role text not null,
  salutation text not null default '',
  title text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  username text not null default '',
  job text not null default '',
  phone text not null default '',
  company text not null default '',
  language text not null default 'de',
  profile_picture text,
  active boolean not null default true,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'admin' and partner_id is null and tenant_id is null)
      or (kind = 'partner' and partner_id is not null and tenant_id is null)
      or (kind = 'client' and tenant_id is not null and partner_id is null))
);
create unique index users_email_key on users (lower(email));
create index on users (tenant_id);
alter table users enable row level security;
alter table users force row level security;
create policy scope on users
  using (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner() or id = weft_user())
  with check (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner() or id = weft_user());
grant select, insert, update, delete on users to weft_app;
create trigger touch before update on users for each row execute function weft_touch();

-- The token itself is only in the browser; here is its SHA-256.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references users (id) on delete cascade,
  address text not null default '',
  agent text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index on sessions (user_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy scope on sessions using (weft_level() = 'system' or user_id = weft_user()) with check (weft_level() = 'system' or user_id = weft_user());
grant select, insert, update, delete on sessions to weft_app;

create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  status int,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy scope on idempotency_keys using (weft_level() = 'system' or user_id = weft_user()) with check (weft_level() = 'system' or user_id = weft_user());
grant select, insert, update, delete on idempotency_keys to weft_app;

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  level text not null default 'info',
  title text not null,
  message text not null default '',
  link text,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index on notifications (user_id, created_at desc);
alter table notifications enable row level security;
alter table notifications force row level security;
create policy scope on notifications using (weft_level() = 'system' or user_id = weft_user()) with check (weft_level() = 'system' or user_id = weft_user());
grant select, insert, update, delete on notifications to weft_app;
