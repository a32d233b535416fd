-- A variable of a tenant or partner is a text, or a secret that is sealed, goes in and never comes out; as configuration values are.
alter table variables add column kind text not null default 'text' check (kind in ('text', 'secret'));
alter table variables add column secret_value bytea;
alter table variables add column secret_at timestamptz;
alter table variables add constraint variables_secret check (kind = 'secret' and value = '' or kind = 'text' and secret_value is null);
-- A change of the key finds them all.
create policy resealing on variables using (weft_level() = 'system') with check (weft_level() = 'system');

-- As before, and of variables as well.
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
  if tg_table_name in ('config_values', 'variables') and ('secret' in (was ->> 'kind', now_is ->> 'kind') or weft_looks_secret(was ->> 'name', was ->> 'value') or weft_looks_secret(now_is ->> 'name', now_is ->> 'value')) then
    entry.before := weft_without_value(entry.before);
    entry.after := weft_without_value(entry.after);
  end if;
  if tg_table_name = 'settings' and any_row ->> 'key' ~ 'password' then
    entry.before := weft_without_value(entry.before);
    entry.after := weft_without_value(entry.after);
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

-- Takes the values of one configuration value or variable out of all its entries, once it is a secret, and says so in one more. Answers how many.
create function weft_scrub_secret(table_name text, row_id uuid) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry audit_logs;
  scrubbed int;
begin
  case table_name
    when 'config_values' then select tenant_id, project_id, name into entry.tenant_id, entry.project_id, entry.entity_name from config_values where id = row_id and kind = 'secret';
    when 'variables' then select tenant_id, name into entry.tenant_id, entry.entity_name from variables where id = row_id and kind = 'secret';
  end case;
  if not found then return 0; end if;
  update audit_logs set before = weft_without_value(before), after = weft_without_value(after)
    where entity = table_name and entity_id = row_id::text and (coalesce(before ->> 'value', '') not in ('', '***') or coalesce(after ->> 'value', '') not in ('', '***'));
  get diagnostics scrubbed = row_count;
  if scrubbed > 0 then
    entry.action := 'update';
    entry.entity := table_name;
    entry.entity_id := row_id::text;
    entry.after := jsonb_build_object('audit_entries_masked', scrubbed);
    call weft_write_audit(entry, null);
  end if;
  return scrubbed;
end $$;
drop function weft_scrub_config_value(uuid);

-- What was written down before this: values that look like secrets.
do $$
declare
  entry audit_logs;
  texts int;
begin
  update audit_logs set before = weft_without_value(before), after = weft_without_value(after)
    where entity = 'variables' and (weft_looks_secret(entity_name, nullif(before ->> 'value', '***')) or weft_looks_secret(entity_name, nullif(after ->> 'value', '***')));
  get diagnostics texts = row_count;
  if texts > 0 then
    entry.action := 'update';
    entry.entity := 'audit_logs';
    entry.entity_name := '0365-secret-variables';
    entry.after := jsonb_build_object('variable_entries_masked', texts);
    call weft_write_audit(entry, null);
  end if;
end $$;
