-- What runs leave behind: states for those after them, and readers of logs in databases of others.

-- When the reading began that a state comes from: it never gives way to one that began earlier. Null where nothing is known of that.
alter table states add column began_at timestamptz;
alter table job_states add column began_at timestamptz not null default clock_timestamp();

-- Readers that databases still keep their logs for after the connections to them are deleted, with what it takes to end them there. It is
-- tried for some days and then given up; nothing of it is kept longer than that, also where the tenant is gone.
create table left_captures (
  connection_id uuid primary key,
  tenant_id uuid not null,
  label text not null,
  connector text not null,
  settings jsonb not null,
  -- Sealed as they were in their connection.
  secrets bytea,
  reach text not null,
  agent_id uuid,
  tunnel_connection_id uuid,
  -- The internal hosts that its tenant was allowed.
  allowed jsonb not null,
  readers text[] not null,
  left_at timestamptz not null default clock_timestamp(),
  tries int not null default 0,
  next_try_at timestamptz not null default clock_timestamp()
);
create index on left_captures (next_try_at);
create index on left_captures (tenant_id);
call weft_close('left_captures');
call weft_open('left_captures', '{tenant}', 'tenant_id = (select weft_tenant())', 'select');
call weft_open('left_captures', '{system}', 'true');

create function weft_leave_captures() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into left_captures (connection_id, tenant_id, label, connector, settings, secrets, reach, agent_id, tunnel_connection_id, allowed, readers)
  select old.id, old.tenant_id, old.label, old.connector, old.settings, old.secrets, old.reach, old.agent_id, old.tunnel_connection_id,
    (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('host', a.host, 'port', a.port))), '[]') from allowed_hosts a where a.tenant_id = old.tenant_id),
    array_agg(k.reader order by k.reader)
  from connection_captures k where k.connection_id = old.id having count(*) > 0;
  return old;
end $$;
create trigger leave_captures before delete on connections for each row execute function weft_leave_captures();
