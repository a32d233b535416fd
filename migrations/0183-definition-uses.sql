-- Which thing points to which, as its newest version says: written with the version.
create table definition_uses (
  definition_id uuid not null references definitions (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid,
  uses_id uuid not null references definitions (id) on delete cascade,
  primary key (definition_id, uses_id)
);
create index on definition_uses (uses_id);
create index on definition_uses (tenant_id);
call weft_close('definition_uses');
call weft_open('definition_uses', '{tenant}', 'tenant_id = (select weft_tenant())');
call weft_open('definition_uses', '{project}', 'tenant_id = (select weft_tenant()) and (project_id is null or project_id = (select weft_project()))');
