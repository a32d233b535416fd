-- What signing in remembers: failed tries, second factors, devices, links that set a password, and where somebody may come from.

-- A locked account is opened by an administrator or by a completed password reset.
alter table users add column locked_at timestamptz, add column invited_at timestamptz,
  add column ip_check_active boolean not null default false;

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
call weft_protect('sign_in_tries', 'provider', true);

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
alter table sign_in_challenges enable row level security;
alter table sign_in_challenges force row level security;
create policy scope on sign_in_challenges using (weft_level() = 'system') with check (weft_level() = 'system');
grant select, insert, update, delete on sign_in_challenges to weft_app;

-- The secret of an authenticator application, encrypted, and the recovery codes left, hashed. Not confirmed: being set up.
create table authenticators (
  user_id uuid primary key references users (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  recovery_hashes jsonb not null default '[]',
  created_at timestamptz not null default now()
);
alter table authenticators enable row level security;
alter table authenticators force row level security;
create policy scope on authenticators using (weft_level() = 'system') with check (weft_level() = 'system');
grant select, insert, update, delete on authenticators to weft_app;

-- Browsers a user has said to be his own, with the addresses they were seen at.
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
alter table trusted_devices enable row level security;
alter table trusted_devices force row level security;
create policy scope on trusted_devices using (weft_level() = 'system' or user_id = weft_user()) with check (weft_level() = 'system' or user_id = weft_user());
grant select, insert, update, delete on trusted_devices to weft_app;

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
alter table password_links enable row level security;
alter table password_links force row level security;
create policy scope on password_links using (weft_level() = 'system') with check (weft_level() = 'system');
grant select, insert, update, delete on password_links to weft_app;

-- Where a user may come from, once the check is switched on. Who sees the user sees these.
create table granted_ips (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  ip_address text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  unique (user_id, ip_address)
);
alter table granted_ips enable row level security;
alter table granted_ips force row level security;
create policy scope on granted_ips using (weft_level() = 'system' or exists (select from users where users.id = user_id)) with check (weft_level() = 'system' or exists (select from users where users.id = user_id));
grant select, insert, update, delete on granted_ips to weft_app;
