-- How the result of a query is drawn, and what somebody asked in the query editor: their own history, which nobody else reads.
alter table queries add column chart jsonb;

create table query_runs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  user_id uuid not null default weft_user() references users (id) on delete cascade,
  -- The query it was kept as; its text may have changed since.
  query_id uuid references queries (id) on delete set null,
  name text not null,
  sql text not null,
  parameters text not null,
  outcome text not null check (outcome in ('done', 'failed', 'stopped')),
  rows int,
  more boolean not null default false,
  took_ms int not null,
  error_code text,
  -- What was said, in the language of the one who asked.
  error text,
  started_at timestamptz not null default clock_timestamp()
);
create index on query_runs (project_id, user_id, started_at desc, id);
create index on query_runs (tenant_id);
create index on query_runs (user_id);
create index on query_runs (query_id);
create index on query_runs (started_at);
call weft_close('query_runs');
call weft_open('query_runs', '{project}', 'tenant_id = (select weft_tenant()) and project_id = (select weft_project()) and user_id = (select weft_user())');
-- Only the background forgets what is older than it is kept.
call weft_open('query_runs', '{system}', 'true');
