-- Log lines are archived by their age across tenants; a BRIN index finds the old ones for next to nothing.
create index on job_logs using brin (created_at);
create index on mail_logs using brin (created_at);
create policy archive on job_logs using (weft_level() = 'system');

-- What the retention has done each time it had something to do.
create table retention_runs (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  job_logs bigint not null default 0,
  mail_logs bigint not null default 0,
  archives_written int not null default 0,
  archives_removed int not null default 0,
  error text
);
create index on retention_runs (started_at desc);
call weft_protect('retention_runs', 'provider');
