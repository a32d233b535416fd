-- Something to be done with many jobs, in the background. Which ones is written down first, so that it goes on where it was after a crash.
create table bulk_actions (
  id uuid primary key default gen_random_uuid(),
  -- Empty: the provider's, over all tenants.
  tenant_id uuid default weft_tenant() references tenants (id) on delete cascade,
  action text not null check (action in ('cancel', 'requeue', 'move')),
  options jsonb not null default '{}',
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  total int not null default 0,
  affected int not null default 0,
  refused int not null default 0,
  asked_by uuid references users (id) on delete set null,
  -- Who works on it says so with every part; after a while of silence somebody else goes on.
  beat_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
create index on bulk_actions (tenant_id, created_at desc);
create index on bulk_actions (created_at) where state = 'running';
alter table bulk_actions enable row level security;
alter table bulk_actions force row level security;
create policy scope on bulk_actions using (weft_level() = 'system' or tenant_id = weft_tenant() or (tenant_id is null and weft_level() = 'provider'))
  with check (weft_level() = 'system' or tenant_id = weft_tenant() or (tenant_id is null and weft_level() = 'provider'));
grant select, insert, update, delete on bulk_actions to weft_app;

create table bulk_action_jobs (
  bulk_action_id uuid not null references bulk_actions (id) on delete cascade,
  position int not null,
  job_id uuid not null,
  tenant_id uuid not null references tenants (id) on delete cascade,
  outcome text check (outcome in ('affected', 'refused')),
  -- What the job was when it was refused, and why where that says more.
  status text,
  message jsonb,
  primary key (bulk_action_id, position)
);
alter table bulk_action_jobs enable row level security;
alter table bulk_action_jobs force row level security;
create policy scope on bulk_action_jobs using (weft_level() = 'system' or exists (select from bulk_actions b where b.id = bulk_action_id))
  with check (weft_level() = 'system' or exists (select from bulk_actions b where b.id = bulk_action_id));
grant select, insert, update, delete on bulk_action_jobs to weft_app;
