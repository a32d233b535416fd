-- How often the system behind a connection may be asked, by all machines together.
alter table connections add column per_minute int check (per_minute between 1 and 100000);

-- When it may be asked next: requests are spread evenly, and none is made while the system has asked for a pause.
create table connection_turns (
  connection_id uuid primary key references connections (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  next_at timestamptz not null default '-infinity',
  paused_until timestamptz not null default '-infinity'
);
create index on connection_turns (tenant_id);
call weft_close('connection_turns');
call weft_open('connection_turns', '{system}', 'true');
call weft_open('connection_turns', '{tenant,project}', 'tenant_id = (select weft_tenant())', 'select');
