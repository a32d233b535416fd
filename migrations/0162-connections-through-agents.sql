-- A connection leaves Weft by itself, or through an agent of its tenant: one, or whichever allows the host.
alter table connections
  add column reach text not null default 'direct' check (reach in ('direct', 'agent')),
  add column agent_id uuid,
  add check (agent_id is null or reach = 'agent'),
  add foreign key (tenant_id, agent_id) references agents (tenant_id, id);
create index on connections (tenant_id, agent_id);
