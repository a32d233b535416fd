-- A configuration value is a text, or a secret that is sealed, goes in and never comes out.
alter table config_values add column kind text not null default 'text' check (kind in ('text', 'secret'));
alter table config_values add column secret_value bytea;
alter table config_values add column secret_at timestamptz;
alter table config_values add constraint config_values_secret check (kind = 'secret' and value = '' or kind = 'text' and secret_value is null);
-- A change of the key finds them all.
create policy resealing on config_values using (weft_level() = 'system') with check (weft_level() = 'system');

-- Whether a text looks like a secret, by its name or by itself; catalogue/resources/config-value/looks-secret.ts says the same.
create function weft_looks_secret(name text, value text) returns boolean language sql immutable parallel safe
  return value <> '' and (
    name ~ '(^|[._])[a-z0-9]*(key|token|password|passwort|passphrase|secret|authorization|credential)s?([._]|$)'
    or value ~ '^(sk_|pk_live_|rk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|eyJ[A-Za-z0-9_-]+\.|Bearer |Basic )'
    or length(value) >= 20 and value ~ '^[A-Za-z0-9+/_=-]+$' and value ~ '[a-z]' and value ~ '[A-Z]' and value ~ '[0-9]');

-- As before, and a sealed text is masked whatever it is called.
create or replace function weft_masked(value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return (select coalesce(jsonb_object_agg(e.key,
        case when e.key ~* '(password|secret|token|credential|passphrase|private_key|api_key|_hash$|totp|recovery)' and e.value not in ('null', '""', '{}', '[]', 'true', 'false')
          then '"***"'::jsonb else weft_masked(e.value) end), '{}') from jsonb_each(value) e);
    when 'array' then
      return (select coalesce(jsonb_agg(weft_masked(e.value) order by e.ordinality), '[]') from jsonb_array_elements(value) with ordinality e);
    when 'string' then
      if value #>> '{}' like '\\x%' or value #>> '{}' ~ '^d2VmdA[I-L]' then return '"***"'; end if;
      if length(value #>> '{}') > 20000 then return to_jsonb(left(value #>> '{}', 20000) || '…'); end if;
      return value;
    else return value;
  end case;
end $$;

create function weft_without_value(entry jsonb) returns jsonb language sql immutable parallel safe
  return case when coalesce(entry ->> 'value', '') = '' then entry else jsonb_set(entry, '{value}', '"***"') end;

-- As before; of a configuration value that is a secret, becomes one or looks like one, the value is not written down.
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
  if tg_table_name = 'config_values' and ('secret' in (was ->> 'kind', now_is ->> 'kind') or weft_looks_secret(was ->> 'name', was ->> 'value') or weft_looks_secret(now_is ->> 'name', now_is ->> 'value')) then
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

-- Only the owner of the tables, and so only the functions below, can take a value out of an entry.
do $$ begin execute format('create policy scrub on audit_logs for update to %I using (true) with check (true)', current_user); end $$;

-- Takes the values of one configuration value out of all its entries, once it is a secret, and says so in one more. Answers how many.
create function weft_scrub_config_value(config_id uuid) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  about config_values;
  entry audit_logs;
  scrubbed int;
begin
  select * into about from config_values where id = config_id and kind = 'secret';
  if not found then return 0; end if;
  update audit_logs set before = weft_without_value(before), after = weft_without_value(after)
    where entity = 'config_values' and entity_id = config_id::text and (coalesce(before ->> 'value', '') not in ('', '***') or coalesce(after ->> 'value', '') not in ('', '***'));
  get diagnostics scrubbed = row_count;
  if scrubbed > 0 then
    entry.tenant_id := about.tenant_id;
    entry.project_id := about.project_id;
    entry.action := 'update';
    entry.entity := 'config_values';
    entry.entity_id := about.id::text;
    entry.entity_name := about.name;
    entry.after := jsonb_build_object('audit_entries_masked', scrubbed);
    call weft_write_audit(entry, null);
  end if;
  return scrubbed;
end $$;

-- What was written down before this: values that look like secrets, and ciphertexts of plugins' settings under names that say nothing.
do $$
declare
  entry audit_logs;
  texts int;
  passwords int;
  ciphertexts int;
begin
  update audit_logs set before = weft_without_value(before), after = weft_without_value(after)
    where entity = 'config_values' and (weft_looks_secret(entity_name, nullif(before ->> 'value', '***')) or weft_looks_secret(entity_name, nullif(after ->> 'value', '***')));
  get diagnostics texts = row_count;
  update audit_logs set before = weft_without_value(before), after = weft_without_value(after)
    where entity = 'settings' and entity_id ~ 'password' and (coalesce(before ->> 'value', '***') <> '***' or coalesce(after ->> 'value', '***') <> '***');
  get diagnostics passwords = row_count;
  update audit_logs set
    before = regexp_replace(before::text, '"[A-Za-z0-9+/]{38,}={0,2}"', '"***"', 'g')::jsonb,
    after = regexp_replace(after::text, '"[A-Za-z0-9+/]{38,}={0,2}"', '"***"', 'g')::jsonb
    where entity in ('plugins', 'project_plugins') and (before::text ~ '"[A-Za-z0-9+/]{38,}={0,2}"' or after::text ~ '"[A-Za-z0-9+/]{38,}={0,2}"');
  get diagnostics ciphertexts = row_count;
  if texts + passwords + ciphertexts > 0 then
    entry.action := 'update';
    entry.entity := 'audit_logs';
    entry.entity_name := '0331-secret-config-values';
    entry.after := jsonb_build_object('configuration_value_entries_masked', texts, 'password_setting_entries_masked', passwords, 'plugin_setting_entries_masked', ciphertexts);
    call weft_write_audit(entry, null);
  end if;
end $$;
