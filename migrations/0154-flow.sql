-- What steps of waiting jobs were told from outside; of the job whose records they go on with. The first word of each step counts.
create table job_signals (
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  step text not null,
  value jsonb not null,
  -- The step has read it, so nobody has to be woken for it any more.
  heard boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (job_id, step)
);
create index on job_signals (tenant_id);
create index on job_signals (project_id);
create index on job_signals (job_id) where not heard;
call weft_protect('job_signals', 'project', true);

-- What the caller of a webhook is answered, said by a step of the run.
create table webhook_answers (
  job_id uuid primary key references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  status int not null check (status between 200 and 599),
  headers jsonb not null default '{}',
  body text not null default '',
  created_at timestamptz not null default clock_timestamp()
);
create index on webhook_answers (tenant_id);
create index on webhook_answers (project_id);
call weft_protect('webhook_answers', 'project', true);

-- Calls with a token whose signature did not hold: how many, and what was wrong with the last one.
create table token_refusals (
  token_id uuid primary key references workflow_tokens (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  count bigint not null default 1,
  address text not null,
  reason jsonb not null,
  last_at timestamptz not null default clock_timestamp()
);
create index on token_refusals (tenant_id);
create index on token_refusals (project_id);
call weft_protect('token_refusals', 'project', true);

-- When records may pass a rate limit that several runs share. In no span of its length do more pass than it says.
create table rate_slots (
  id bigint generated always as identity primary key,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  at timestamptz not null,
  count int not null check (count > 0),
  expires_at timestamptz not null
);
create index on rate_slots (project_id, name, at);
create index on rate_slots (tenant_id);
call weft_protect('rate_slots', 'project', true);

-- What a run asks people to decide. Who decided, when and with what words is also in the audit log.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  job_id uuid not null references jobs (id) on delete cascade,
  step text not null,
  title text not null,
  summary text not null default '',
  -- The first records, as an example of what it is about, and their fields in the order in which they came.
  records jsonb not null default '[]',
  fields text[] not null default '{}',
  record_count bigint not null default 0,
  users uuid[] not null default '{}',
  roles text[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'timeout')),
  expires_at timestamptz,
  decided_by uuid references users (id) on delete set null,
  decided_by_name text not null default '',
  decided_at timestamptz,
  comment text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  unique (job_id, step)
);
create index on approvals (tenant_id);
create index on approvals (project_id, created_at desc);
create index on approvals (workflow_id);
create index on approvals (decided_by);
call weft_protect('approvals', 'project', true);
-- Records are the tenant's data and stay out of the audit log; that somebody decided does not.
create trigger audit after update of state on approvals for each row execute function weft_audit();
