-- Triggers that look for something new: the clock starts them as schedules, but never while an earlier look is under way.
alter table schedules add column polls boolean not null default false;

-- Looks that found nothing, which are forgotten before long.
create index jobs_found_nothing on jobs (finished_at) where started_by = 'poll' and status = 'info';
