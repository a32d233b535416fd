-- One row a machine: what its supervisor says of itself every few seconds, and what it was generated to run with.
create table supervisors (
  id uuid primary key default gen_random_uuid(),
  -- As the instances of queues it holds name it.
  machine text not null unique,
  host text not null,
  version text not null default '',
  processors int not null default 1,
  state text not null default 'unconfigured' check (state in ('unconfigured', 'generated', 'starting', 'running', 'draining', 'stopped', 'failed')),
  -- What somebody last asked for; it outlives the process.
  wanted text not null default 'running' check (wanted in ('running', 'stopped')),
  configuration jsonb,
  configured_at timestamptz,
  problem text,
  workers jsonb not null default '[]',
  started_at timestamptz,
  beat_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
call weft_protect('supervisors', 'provider');

-- What a supervisor was asked to do. It takes up what is asked; what nobody took up in time is expired, and is never done later.
create table supervisor_commands (
  id uuid primary key default gen_random_uuid(),
  supervisor_id uuid not null references supervisors (id) on delete cascade,
  action text not null check (action in ('generate_config', 'start', 'restart', 'stop', 'drain')),
  state text not null default 'asked' check (state in ('asked', 'acknowledged', 'done', 'failed', 'expired')),
  asked_by uuid references users (id) on delete set null,
  problem text,
  asked_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  finished_at timestamptz
);
create index on supervisor_commands (supervisor_id, asked_at desc);
call weft_protect('supervisor_commands', 'provider');
