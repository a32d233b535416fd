-- When the files a job had spooled were tidied up; what would need them is refused from then on.
alter table jobs add column files_removed_at timestamptz;
-- Which jobs run this one once more: their files are this one's as well.
create index on jobs (retry_of) where retry_of is not null;
