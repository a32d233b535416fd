-- For how many days what runs change in a structure's records is kept as it was before, where no versions are; null is not at all.
alter table data_structures add column run_changes_days int check (run_changes_days between 1 and 365);
alter table library_structures add column run_changes_days int check (run_changes_days between 1 and 365);
create index on data_structures (id) where run_changes_days is not null and not data_versioning;

-- Whoever keeps something else makes a gap; whoever keeps it longer does not bring back what is forgotten.
create or replace function weft_end_trace() returns trigger language plpgsql as $$
declare
  was text := case when old.data_versioning then 'versions' when old.run_changes_days is not null then 'run_changes' else 'nothing' end;
  now_is text := case when new.data_versioning then 'versions' when new.run_changes_days is not null then 'run_changes' else 'nothing' end;
begin
  if was <> now_is then
    delete from traced_structures where structure_id = new.id;
  elsif now_is = 'run_changes' and new.run_changes_days > old.run_changes_days then
    update traced_structures set since = greatest(since, now() - make_interval(days => old.run_changes_days))
      where structure_id = new.id;
  end if;
  return null;
end $$;
drop trigger end_trace on data_structures;
create trigger end_trace after update of data_versioning, run_changes_days on data_structures for each row
  when ((old.data_versioning, old.run_changes_days) is distinct from (new.data_versioning, new.run_changes_days))
  execute function weft_end_trace();
