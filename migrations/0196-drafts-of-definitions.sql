-- Drafts of more than workflows: they go with their thing, and what only they needed goes with them, however they go.

create function weft_drop_draft_objects() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from git_objects o where o.tenant_id = old.tenant_id and o.oid = any (old.objects) and o.draft
    and not exists (select from definition_drafts d where d.tenant_id = old.tenant_id and o.oid = any (d.objects));
  return null;
end $$;
create trigger drop_objects after update of objects or delete on definition_drafts
  for each row execute function weft_drop_draft_objects();

create function weft_drop_drafts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from definition_drafts where definition_id = new.id;
  return null;
end $$;
create trigger drop_drafts after update of removed_at on definitions
  for each row when (new.removed_at is not null and old.removed_at is null) execute function weft_drop_drafts();

delete from definition_drafts d using definitions t where t.id = d.definition_id and t.removed_at is not null;
