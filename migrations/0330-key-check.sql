-- One sealed value that tells whether a machine has the key of this database; what links and logins are derived from lies in it.
create table key_check (
  id boolean primary key default true check (id),
  sealed bytea not null,
  -- The key with which every secret was found to be sealed the last time somebody looked.
  all_sealed_with text not null default '',
  created_at timestamptz not null default now()
);
alter table key_check enable row level security;
alter table key_check force row level security;
create policy scope on key_check using (weft_level() = 'system') with check (weft_level() = 'system');
grant select, update on key_check to weft_app;

-- A change of the key touches the ciphertexts of every account and none of their secrets: nobody has changed anything.
create or replace function weft_audit() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - '{updated_at,last_sign_in_at,used_at,last_used_at}'::text[] end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - '{updated_at,last_sign_in_at,used_at,last_used_at}'::text[] end;
  any_row jsonb := coalesce(now_is, was);
  entry audit_logs;
begin
  if weft_level() = 'system' and current_setting('weft.resealing', true) = 'on' then return null; end if;
  if tg_op = 'UPDATE' then
    if was = now_is then return null; end if;
    entry.before := (select jsonb_object_agg(e.key, e.value) from jsonb_each(was) e where e.value is distinct from now_is -> e.key);
    entry.after := (select jsonb_object_agg(e.key, e.value) from jsonb_each(now_is) e where e.value is distinct from was -> e.key);
  else
    entry.before := was;
    entry.after := now_is;
  end if;
  entry.tenant_id := case tg_table_name when 'tenants' then any_row ->> 'id' else any_row ->> 'tenant_id' end;
  entry.partner_id := case tg_table_name when 'partners' then any_row ->> 'id' else any_row ->> 'partner_id' end;
  entry.project_id := case tg_table_name when 'projects' then any_row ->> 'id' else any_row ->> 'project_id' end;
  entry.action := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  entry.entity := tg_table_name;
  entry.entity_id := coalesce(any_row ->> 'id', any_row ->> 'key');
  entry.entity_name := coalesce(nullif(any_row ->> 'display_name', ''), nullif(any_row ->> 'name', ''), any_row ->> 'email', any_row ->> 'label', any_row ->> 'title', any_row ->> 'model_name', any_row ->> 'route', any_row ->> 'reason', any_row ->> 'key', '');
  call weft_write_audit(entry, (any_row ->> 'user_id')::uuid);
  return null;
end $$;
