-- What is looked for among very many jobs is found by an index of its own: runs by number and by what they say they are about, test runs, runs
-- with refused records, and which workflows have failed at all. The first is as small as the tenants that number their runs, the second keeps
-- each text once a page, the others hold few jobs of many.
create index jobs_by_number on jobs (tenant_id, number) where number is not null;
create index jobs_by_content on jobs (tenant_id, project_id, content_identifier);
create index jobs_tests on jobs (tenant_id, project_id, created_at desc) where test is not null;
create index jobs_with_refusals on jobs (tenant_id, project_id, created_at desc) where records_rejected > 0;
create index jobs_failed_workflows on jobs (tenant_id, project_id, workflow_id) where status = 'error' and test is null;
-- A project's jobs are all its tenant's; taken for independent, a fifth of all jobs twice seemed to be a twenty-fifth, and a page was sorted out of all.
create statistics jobs_whose (dependencies, mcv) on tenant_id, project_id from jobs;
