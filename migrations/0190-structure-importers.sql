-- The workflow that imports files into a data structure. It is made with the first import and used again for each.
create table structure_importers (
  structure_id uuid primary key references data_structures (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null unique references workflows (id) on delete cascade
);
create index on structure_importers (tenant_id);
create index on structure_importers (project_id);
call weft_protect('structure_importers', 'project');
