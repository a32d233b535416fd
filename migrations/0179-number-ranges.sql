-- Running numbers of a project's mappings, by the name of their range. A number that was taken is never given again, whatever becomes of
-- the record it was taken for.
create table number_ranges (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  -- The number that is given next.
  next bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (project_id, name)
);
create index on number_ranges (tenant_id);
call weft_protect('number_ranges', 'project');
