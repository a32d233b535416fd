-- What the records of a run were about, by the field its workflow names as content identifier: how a job is found by an order number.
create table job_contents (
  job_id uuid not null references jobs (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  value text not null,
  -- In the order they were seen.
  position bigint generated always as identity,
  primary key (job_id, value)
);
create index on job_contents (tenant_id, value);
call weft_protect('job_contents', 'project');
alter policy scope on job_contents using (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())))
  with check (weft_level() = 'system' or (tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())));
