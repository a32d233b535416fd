-- Hosts inside of a network that connections of one tenant may reach, as the provider allows them; the tenant sees which.
create table allowed_hosts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  host text not null check (host = lower(host)),
  port int check (port between 1 and 65535),
  note text not null default '',
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (tenant_id, host, port)
);
create index on allowed_hosts (created_by);
call weft_close('allowed_hosts');
call weft_open('allowed_hosts', '{tenant,project}', 'tenant_id = (select weft_tenant())', 'select');
call weft_open('allowed_hosts', '{provider,system}', 'true');
call weft_audited('allowed_hosts');
