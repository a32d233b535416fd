-- Dashboards that go out by mail: when, to whom, under which filters. `due_at` is the next time; one machine at a time looks.
create table dashboard_mails (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  dashboard_id uuid not null references dashboards (id) on delete cascade,
  every text not null check (every in ('day', 'week', 'month')),
  -- Of a week from Monday, or of a month.
  day int not null default 1 check (day between 1 and 28),
  at text not null check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  zone text not null,
  recipients text[] not null,
  values jsonb not null default '{}',
  language text not null,
  -- Whether who made it may look at runs: what the mail shows is what they see.
  sees_runs boolean not null default false,
  due_at timestamptz not null,
  sent_at timestamptz,
  problem text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on dashboard_mails (dashboard_id, created_at, id);
create index on dashboard_mails (project_id);
create index on dashboard_mails (tenant_id);
create index on dashboard_mails (due_at);
call weft_protect('dashboard_mails', 'project', true);
call weft_audited('dashboard_mails');
