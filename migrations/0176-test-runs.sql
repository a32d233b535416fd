-- Test runs: what is to be tried, with how many records of each source and up to which step. Nothing of them has an effect.
alter table jobs add column test jsonb;

-- What follows the end of a run does not follow that of a test: no run after it, no mail, no event, no usage.
drop trigger follow on jobs;
create trigger follow after update on jobs for each row
  when (new.finished_at is not null and old.finished_at is null and new.test is null) execute function weft_follow();
drop trigger mail_notice on jobs;
create trigger mail_notice after update on jobs for each row
  when (new.finished_at is not null and old.finished_at is null and new.test is null and new.workflow_id is not null and new.status in ('error', 'warning', 'aborted')) execute function weft_mail_notice();
drop trigger plugin_event on jobs;
create trigger plugin_event after update on jobs for each row
  when (new.finished_at is not null and old.finished_at is null and new.test is null) execute function weft_job_event();
drop trigger usage on jobs;
create trigger usage after update on jobs for each row
  when (new.finished_at is not null and old.finished_at is null and new.test is null and new.started_at is not null) execute function weft_count_usage();
