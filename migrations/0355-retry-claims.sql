-- Since when somebody has a refused record tried again. From then on nobody else has, so the record names the job that does it before that
-- job is accepted, and goes on naming it when it is gone.
alter table record_errors add column retried_at timestamptz, drop constraint record_errors_retried_by_fkey;
