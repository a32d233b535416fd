-- Taking back what a run has written, and where a record comes from.

-- Which steps of a job have written into which data structures, and how. Noted once for each step, when it begins to write.
create table job_structures (
  job_id uuid not null references jobs (id) on delete cascade,
  structure_id uuid not null references data_structures (id) on delete cascade,
  step text not null,
  mode text not null check (mode in ('insert', 'upsert', 'update', 'replace', 'remove')),
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  opened_at timestamptz not null default clock_timestamp(),
  primary key (job_id, structure_id, step)
);
create index on job_structures (structure_id);
create index on job_structures (project_id);
call weft_protect('job_structures', 'project', true);

-- Since when the kept versions of a structure's records know by whom they were replaced, without a gap.
create table traced_structures (
  structure_id uuid primary key references data_structures (id) on delete cascade,
  tenant_id uuid not null default weft_tenant(),
  project_id uuid not null default weft_project(),
  since timestamptz not null default now()
);
create index on traced_structures (project_id);
call weft_protect('traced_structures', 'project', true);

-- Whoever switches versions on or off makes a gap.
create function weft_end_trace() returns trigger language plpgsql as $$
begin
  delete from traced_structures where structure_id = new.id;
  return null;
end $$;
create trigger end_trace after update of data_versioning on data_structures for each row
  when (old.data_versioning is distinct from new.data_versioning) execute function weft_end_trace();

-- A run that is taken back, in the background. Its id stands as the writer of what it does.
create table job_undos (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  job_id uuid not null references jobs (id) on delete cascade,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  total int not null default 0,
  -- By structure: how many were removed, put back and brought back, and how many stand.
  structures jsonb not null default '[]',
  error jsonb,
  asked_by uuid references users (id) on delete set null,
  -- Who works on it says so with every part; after a while of silence somebody else goes on.
  beat_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
create unique index on job_undos (job_id) where state = 'running';
create index on job_undos (job_id, created_at desc);
create index on job_undos (tenant_id);
create index on job_undos (project_id);
create index on job_undos (asked_by) where asked_by is not null;
create index on job_undos (created_at) where state = 'running';
call weft_protect('job_undos', 'project', true);
