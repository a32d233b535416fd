-- What people say of a cause to one another.
create table rejection_cause_comments (
  id uuid primary key default gen_random_uuid(),
  cause_id uuid not null references rejection_causes (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  -- Who it was, also when they are gone.
  author text not null,
  comment text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on rejection_cause_comments (cause_id, created_at);
create index on rejection_cause_comments (project_id);
create index on rejection_cause_comments (tenant_id);
create index on rejection_cause_comments (user_id) where user_id is not null;
call weft_protect('rejection_cause_comments', 'project');
