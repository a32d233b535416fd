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
