-- A mapping reads a data structure or the answer of a data set.
alter table mappings alter column source_structure_id drop not null;
alter table mappings add column source_data_set_id uuid references data_sets (id);
alter table mappings add constraint mappings_one_source check (num_nonnulls(source_structure_id, source_data_set_id) = 1);
create index on mappings (source_data_set_id);
