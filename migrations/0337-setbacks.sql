-- How often in a row attempts of a job came to nothing because the installation itself was in trouble (a full disk, a journal that cannot be
-- written), and whether its log says so already. Progress forgets it.
alter table jobs add column setback jsonb;
create index jobs_setback on jobs (id) where setback is not null;
