-- What the provider tells those who use the installation, from the release date on.
create table news (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  content text not null default '',
  release_date date not null default current_date,
  audience text not null default 'all' check (audience in ('all', 'admin', 'partner', 'client')),
  author text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on news (release_date desc, created_at desc);
alter table news enable row level security;
alter table news force row level security;
create policy read on news for select using (
  weft_level() in ('provider', 'system')
  or (release_date <= current_date and (weft_level() = 'partner' and audience in ('all', 'partner') or weft_level() = 'tenant' and audience in ('all', 'client'))));
create policy write on news using (weft_level() in ('provider', 'system')) with check (weft_level() in ('provider', 'system'));
grant select, insert, update, delete on news to weft_app;
create trigger touch before update on news for each row execute function weft_touch();

-- The screens somebody wants at hand on his dashboard, by route name.
create table quick_links (
  user_id uuid primary key default weft_user() references users (id) on delete cascade,
  routes jsonb not null default '[]'
);
alter table quick_links enable row level security;
alter table quick_links force row level security;
create policy scope on quick_links using (user_id = weft_user()) with check (user_id = weft_user());
grant select, insert, update, delete on quick_links to weft_app;

-- A question to the provider. Whoever asked sees it and its answer; the provider sees all.
create table support_requests (
  id uuid primary key default gen_random_uuid(),
  number int generated always as identity,
  user_id uuid not null default weft_user() references users (id) on delete cascade,
  subject text not null,
  comment text not null,
  contact_person text not null default '',
  files jsonb not null default '[]',
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  answer text not null default '',
  mail text not null default 'none' check (mail in ('none', 'kept', 'sent', 'failed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on support_requests (user_id, created_at desc);
create index on support_requests (created_at desc);
alter table support_requests enable row level security;
alter table support_requests force row level security;
create policy scope on support_requests using (weft_level() in ('provider', 'system') or user_id = weft_user())
  with check (weft_level() in ('provider', 'system') or user_id = weft_user());
grant select, insert, update, delete on support_requests to weft_app;
create trigger touch before update on support_requests for each row execute function weft_touch();

-- Pictures of users; whoever knows the address may load it, as an image carries no token.
create table pictures (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default weft_user() unique references users (id) on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  data bytea not null,
  created_at timestamptz not null default now()
);
alter table pictures enable row level security;
alter table pictures force row level security;
create policy scope on pictures using (weft_level() = 'system' or user_id = weft_user()) with check (weft_level() = 'system' or user_id = weft_user());
grant select, insert, update, delete on pictures to weft_app;

-- The full identity of a language beside its short name.
alter table languages add column iso_code text not null default '', add column name text not null default '';
update languages set iso_code = case short when 'en' then 'en-GB' else 'de-DE' end, name = case short when 'en' then 'English' else 'German' end;
