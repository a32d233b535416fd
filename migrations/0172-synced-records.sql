-- Two-way synchronisation: what of a record of one side both sides are known to agree on, field by field, as hashes.
create table synced_records (
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  -- The pair of systems, as cross-references name it, and whose record this is.
  name text not null,
  side text not null check (side in ('left', 'right')),
  record_id text not null,
  -- As it was when both agreed. Empty: they never have.
  seen jsonb,
  -- As a run has read it since, which has not written it to the other side yet, and that run. With the run alone it has.
  read jsonb,
  read_job uuid,
  -- How often it was read so.
  noted int not null default 0,
  -- What had changed of it when a run read it whose reading the other direction has overtaken without touching that, and that run.
  overtaken jsonb,
  overtaken_job uuid,
  -- Of each field that the other direction has written: what stood there before, and when it was through.
  replaced jsonb,
  -- As it is while somebody is asked about it.
  held jsonb,
  primary key (project_id, name, side, record_id)
);
create index on synced_records (tenant_id);
call weft_protect('synced_records', 'project');

-- An id with another partner, or with none, has agreed with nobody.
create function weft_unpair() returns trigger language plpgsql as $$
begin
  update synced_records s set seen = null, held = null, overtaken = null, replaced = null
  where s.project_id = old.project_id and s.name = old.name
    and (s.side, s.record_id) in (('left', old.left_id), ('right', old.right_id));
  return null;
end $$;
create trigger unpair_changed after update on cross_references for each row
  when ((old.name, old.left_id, old.right_id) is distinct from (new.name, new.left_id, new.right_id))
  execute function weft_unpair();
create trigger unpair_deleted after delete on cross_references for each row execute function weft_unpair();
