-- Who builds a workflow waits for a test call: an address that holds for two minutes, and what came to it. A test call starts nothing.
create table hook_listenings (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  -- As the step stands in the designer, saved or not.
  settings jsonb not null,
  token_hash bytea not null unique,
  until timestamptz not null
);
create index on hook_listenings (tenant_id);
create index on hook_listenings (project_id);
create index on hook_listenings (workflow_id);
create index on hook_listenings (until);
call weft_protect('hook_listenings', 'project', true);

create table hook_test_calls (
  id uuid primary key default gen_random_uuid(),
  listening_id uuid not null references hook_listenings (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  received_at timestamptz not null default clock_timestamp(),
  -- As text: JSONB would give the fields of the body another order.
  call text not null
);
create index on hook_test_calls (listening_id, received_at);
create index on hook_test_calls (tenant_id);
create index on hook_test_calls (project_id);
call weft_protect('hook_test_calls', 'project', true);
