-- The same thing in two systems: its id here, its id there. Of one name each id stands in one pair at most.
create table cross_references (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  left_id text not null,
  right_id text not null,
  -- The run that has stored it; none where somebody has entered it.
  job_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Named by the field that is told where an id stands in another pair.
  constraint cross_references_left_id_key unique (project_id, name, left_id),
  constraint cross_references_right_id_key unique (project_id, name, right_id)
);
create index on cross_references (tenant_id);
create index on cross_references (project_id, created_at, id);
call weft_protect('cross_references', 'project');
-- What people change is audited; what runs store by the thousand is not.
create trigger audit after insert or update or delete on cross_references for each row
  when (coalesce(current_setting('weft.request', true), '') <> '') execute function weft_audit();
