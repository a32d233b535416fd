-- A connection leaves Weft by itself, through an agent of its tenant (one, or whichever allows the host), or through a connection that
-- leads into a network. Such a one is not reached through another: what is led through says that it is not tunnelled, and the key of
-- the one it names has to agree.
alter table connections
  add column reach text not null default 'direct' check (reach in ('direct', 'agent', 'tunnel')),
  add column agent_id uuid,
  add column tunnel_connection_id uuid,
  add column is_tunnelled boolean not null generated always as (reach = 'tunnel') stored,
  add column tunnel_is_tunnelled boolean generated always as (case when tunnel_connection_id is not null then false end) stored,
  add check (agent_id is null or reach = 'agent'),
  add check ((tunnel_connection_id is not null) = (reach = 'tunnel')),
  add unique (tenant_id, id, is_tunnelled),
  add foreign key (tenant_id, agent_id) references agents (tenant_id, id),
  add foreign key (tenant_id, tunnel_connection_id, tunnel_is_tunnelled) references connections (tenant_id, id, is_tunnelled);
create index on connections (tenant_id, agent_id);
create index on connections (tenant_id, tunnel_connection_id);
