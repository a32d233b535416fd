-- The text a job runs, once for all jobs that run it.

-- The same for the same text, so that whoever accepts a job knows it without asking: a uuid by name, from SHA-256.
create function weft_source_id(workflow_id uuid, source text) returns uuid language sql immutable parallel safe as $$
  select encode(substr(sha256(convert_to(workflow_id || E'\x1f' || source, 'UTF8')), 1, 16), 'hex')::uuid
$$;

create table workflow_sources (
  id uuid primary key,
  workflow_id uuid not null references workflows (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  source text not null
);
create index on workflow_sources (workflow_id);
call weft_protect('workflow_sources', 'project', true);

insert into workflow_sources (id, workflow_id, tenant_id, project_id, source)
  select distinct on (weft_source_id(workflow_id, source)) weft_source_id(workflow_id, source), workflow_id, tenant_id, project_id, source from jobs;
alter table jobs add column source_id uuid references workflow_sources (id);
update jobs set source_id = weft_source_id(workflow_id, source), source = '';
alter table jobs alter column source_id set not null, drop column source;
create index on jobs (source_id);
