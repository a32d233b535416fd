-- The list of jobs counts each status from this index alone, and shows one of them by time; a whole tenant's skips from project to project in it.
create index jobs_by_status on jobs (tenant_id, project_id, status, created_at desc);
create index record_errors_by_time on record_errors (tenant_id, created_at desc);
