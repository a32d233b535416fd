-- The steps that follow the log of a database, each by a reader of its own, for which that database keeps its log. The background looks
-- at how much that is, ends readers that nobody needs any more, and those for which more is kept than was said.
create table connection_captures (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  connection_id uuid not null references connections (id) on delete cascade,
  workflow_id uuid references workflows (id) on delete set null,
  step text not null,
  source_table text not null,
  -- As the database knows it.
  reader text not null,
  most_bytes bigint not null check (most_bytes > 0),
  -- Null where nothing is kept, or nobody has looked yet.
  kept_bytes bigint,
  -- The step follows another table by now.
  replaced boolean not null default false,
  read_at timestamptz not null default clock_timestamp(),
  looked_at timestamptz,
  next_look_at timestamptz not null default now(),
  unique (connection_id, reader)
);
create index on connection_captures (tenant_id);
create index on connection_captures (workflow_id);
create index on connection_captures (next_look_at);
call weft_close('connection_captures');
call weft_open('connection_captures', '{tenant}', 'tenant_id = (select weft_tenant())');
call weft_open('connection_captures', '{project}', 'tenant_id = (select weft_tenant()) and connection_id = any (array(select c.id from connections c))');
call weft_open('connection_captures', '{system}', 'true');
