-- Finished jobs go after a while; what figures and links need of them stays.

-- Empty: as the tenant says. 0: for good.
alter table workflows
  add column job_days int check (job_days = 0 or job_days between 30 and 3650),
  add column failed_job_days int check (failed_job_days = 0 or failed_job_days between 30 and 3650);
alter table retention_runs add column jobs bigint not null default 0;

-- A job that was deleted, whoever did it: its figures, and whether its files and its markers in the tenant's database went after it.
create table removed_jobs (
  job_id uuid primary key,
  tenant_id uuid not null,
  project_id uuid not null,
  workflow_id uuid not null,
  number text,
  status text not null,
  is_test boolean not null,
  -- It repeats no part of another run.
  is_whole boolean not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  records_in bigint not null,
  records_out bigint not null,
  records_rejected bigint not null,
  removed_at timestamptz not null default now(),
  is_tidied boolean not null default false,
  -- Runs are compared with those of half a year, and for a month a link to one says what became of it.
  kept_until timestamptz not null
);
create index on removed_jobs (workflow_id, created_at desc);
create index on removed_jobs (project_id);
create index on removed_jobs (kept_until) where is_tidied;
create index removed_jobs_untidied on removed_jobs (tenant_id) where not is_tidied;
call weft_protect('removed_jobs', 'project', true);

-- The same by workflow, day and status once single runs are not asked for any more.
create table run_days (
  workflow_id uuid not null references workflows (id) on delete cascade,
  day date not null,
  status text not null,
  tenant_id uuid not null,
  project_id uuid not null,
  runs bigint not null,
  records_in bigint not null,
  records_out bigint not null,
  records_rejected bigint not null,
  seconds numeric not null,
  primary key (workflow_id, day, status)
);
create index on run_days (project_id, day);
create index on run_days (tenant_id);
call weft_protect('run_days', 'project', true);

-- Looks that found nothing leave nothing behind. Whoever may delete a job need not be allowed to write this.
create function weft_note_removed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_jobs
    (job_id, tenant_id, project_id, workflow_id, number, status, is_test, is_whole, created_at, started_at, finished_at, records_in, records_out, records_rejected, kept_until)
  select id, tenant_id, project_id, workflow_id, number, status, test is not null, coalesce(retry_mode, 'from_start') = 'from_start', created_at, started_at, finished_at,
    records_in, records_out, records_rejected, greatest(created_at + interval '180 days', now() + interval '30 days')
  from gone where not (started_by = 'poll' and status = 'info') on conflict do nothing;
  return null;
end $$;
create trigger note_removed after delete on jobs referencing old table as gone for each statement execute function weft_note_removed();

-- Which structures keep for a while what runs change decides what the background may forget.
call weft_open('data_structures', '{system}', 'true', 'select');
