-- What people are told and ask.

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
call weft_close('notifications');
call weft_open('notifications', '{tenant,project,partner,provider}', 'user_id = (select weft_user())');
call weft_open('notifications', '{system}', 'true');

-- Notifications the provider has sent to many at once. Whom it reached stands in `recipients`.
create table announcements (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  message text not null default '',
  level text not null default 'info',
  link text not null default '',
  audience text not null,
  to_partner_id uuid references partners (id) on delete set null,
  to_tenant_id uuid references tenants (id) on delete set null,
  to_user_id uuid references users (id) on delete set null,
  recipients int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('announcements', 'provider');
call weft_audited('announcements');

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
call weft_close('news');
call weft_open('news', '{tenant,project}', 'release_date <= current_date and audience in (''all'', ''client'')', 'select');
call weft_open('news', '{partner}', 'release_date <= current_date and audience in (''all'', ''partner'')', 'select');
call weft_open('news', '{provider,system}', 'true');
call weft_touched('news');
call weft_audited('news');

-- The screens somebody wants at hand on their dashboard, by route name.
create table quick_links (
  user_id uuid primary key default weft_user() references users (id) on delete cascade,
  routes jsonb not null default '[]'
);
call weft_close('quick_links');
call weft_open('quick_links', '{tenant,project,partner,provider}', 'user_id = (select weft_user())');

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
  mail text not null default 'none' check (mail in ('none', 'kept', 'sent', 'failed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Questions about invoices are support requests of their own kind.
  kind text not null default 'support' check (kind in ('support', 'billing')),
  -- A support request goes to and fro: what was said after it, by whoever asked and by the provider, in its order.
  messages jsonb not null default '[]'
);
create index on support_requests (user_id, created_at desc);
create index on support_requests (created_at desc);
call weft_close('support_requests');
call weft_open('support_requests', '{tenant,project,partner}', 'user_id = (select weft_user())');
call weft_open('support_requests', '{provider,system}', 'true');
call weft_touched('support_requests');
call weft_audited('support_requests');

-- The provider's media library. The bytes lie in storage under the id.
create table media (
  id uuid primary key default gen_random_uuid(),
  file_name text not null,
  folder text not null default '',
  description text not null default '',
  type text not null check (type in ('image', 'text', 'pdf')),
  mime text not null,
  size bigint not null,
  width int,
  height int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (folder, file_name)
);
call weft_protect('media', 'provider');
call weft_audited('media');
