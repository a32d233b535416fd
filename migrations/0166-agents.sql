-- Agents stand in a customer's network, connect to Weft from there, and carry connections to systems behind their firewall.

-- A secret and a code are kept by their SHA-256 alone. A code is good once and for a short time; with it an agent gets a new secret.
create table agents (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  name text not null,
  secret_hash bytea,
  code_hash bytea unique,
  code_expires_at timestamptz,
  enrolled_at timestamptz,
  revoked_at timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, name),
  unique (tenant_id, id)
);
create index on agents (created_by);
call weft_protect('agents', 'tenant', true);
call weft_audited('agents');

-- The one line of an agent, and the process of this installation that holds it, reached by the others at `url`. What `allows` and the
-- rest say is the agent's word.
create table agent_sessions (
  agent_id uuid primary key references agents (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  session_id uuid not null,
  url text not null,
  version text not null,
  node text not null,
  system text not null,
  address text not null,
  allows jsonb not null default '[]',
  connected_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  disconnected_at timestamptz
);
create index on agent_sessions (tenant_id);
create index on agent_sessions (session_id);
call weft_close('agent_sessions');
call weft_open('agent_sessions', '{tenant,project}', 'tenant_id = (select weft_tenant())', 'select');
call weft_open('agent_sessions', '{system}', 'true');
