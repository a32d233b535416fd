-- Who did what.

-- Whether a text looks like a secret, by its name or by itself; catalogue/resources/config-value/looks-secret.ts says the same.
create function weft_looks_secret(name text, value text) returns boolean language sql immutable parallel safe
  return value <> '' and (
    name ~ '(^|[._])[a-z0-9]*(key|token|password|passwort|passphrase|secret|authorization|credential)s?([._]|$)'
    or value ~ '^(sk_|pk_live_|rk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|eyJ[A-Za-z0-9_-]+\.|Bearer |Basic )'
    or length(value) >= 20 and value ~ '^[A-Za-z0-9+/_=-]+$' and value ~ '[a-z]' and value ~ '[A-Z]' and value ~ '[0-9]');

-- Secrets say only that they are there, and long texts only how they begin.
create function weft_masked(value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
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

-- The call that is being answered, as the guard has said it; nothing when the product works by itself.
create function weft_request() returns jsonb language sql stable parallel safe
  return coalesce(nullif(current_setting('weft.request', true), '')::jsonb, '{}');

-- Who did what, from where, before and after. `request` groups what one call has changed.
create table audit_logs (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  partner_id uuid,
  tenant_id uuid,
  project_id uuid,
  user_id uuid,
  actor text not null default '',
  actor_kind text not null default 'system',
  support_access_id uuid,
  address text not null default '',
  route text not null default '',
  request text,
  action text not null,
  entity text not null,
  entity_id text,
  entity_name text not null default '',
  status int,
  before jsonb,
  after jsonb
);
create index on audit_logs (at desc);
create index on audit_logs (tenant_id, at desc);
create index on audit_logs (partner_id, at desc);
create index on audit_logs (entity, entity_id, at desc);
create index on audit_logs (request);

create procedure weft_write_audit(entry audit_logs, subject_user uuid) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked jsonb := weft_request();
  u users;
begin
  entry.user_id := coalesce((asked ->> 'user_id')::uuid, weft_user());
  if entry.tenant_id is null and entry.partner_id is null and subject_user is not null then
    select * into u from users where id = subject_user;
    entry.tenant_id := u.tenant_id;
    entry.partner_id := u.partner_id;
  end if;
  if asked ->> 'user_id' is null and subject_user is not null and entry.entity = 'sessions' then
    entry.user_id := subject_user;
    asked := asked || jsonb_build_object('actor', u.email, 'kind', u.kind);
  end if;
  if entry.partner_id is null and entry.tenant_id is not null then
    select t.partner_id into entry.partner_id from tenants t where t.id = entry.tenant_id;
  end if;
  insert into audit_logs (partner_id, tenant_id, project_id, user_id, actor, actor_kind, support_access_id, address, route, request, action, entity, entity_id, entity_name, status, before, after)
  values (entry.partner_id, entry.tenant_id, entry.project_id, entry.user_id, coalesce(asked ->> 'actor', ''), coalesce(asked ->> 'kind', 'system'),
    (asked ->> 'support_access_id')::uuid, coalesce(asked ->> 'address', ''), coalesce(asked ->> 'route', ''), asked ->> 'id',
    entry.action, entry.entity, entry.entity_id, left(coalesce(entry.entity_name, ''), 200), entry.status, weft_masked(entry.before), weft_masked(entry.after));
end $$;

-- A change of the key touches the ciphertexts of every account and none of their secrets: nobody has changed anything.
create function weft_audit() returns trigger language plpgsql as $$
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

-- Puts a table of definitions or accounts under the audit. Never one that holds records, jobs or logs: bulk work must not pay for it.
create procedure weft_audited(name text) language plpgsql as $$
begin
  if to_regclass(name) is not null and not exists (select from pg_trigger where tgrelid = to_regclass(name) and tgname = 'audit') then
    execute format('create trigger audit after insert or update or delete on %I for each row execute function weft_audit()', name);
  end if;
end $$;

-- What a call has done where no definition changed (started a job, sent a test mail, was refused): one entry, unless its changes already left some.
create function weft_note(asked jsonb, noted jsonb) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from audit_logs where request = asked ->> 'id') then return false; end if;
  perform set_config('weft.request', asked::text, true);
  call weft_write_audit(jsonb_populate_record(null::audit_logs, noted), (asked ->> 'user_id')::uuid);
  return true;
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
  if not found or (weft_level() <> 'system' and entry.tenant_id is distinct from weft_tenant()) then return 0; end if;
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

-- Nobody writes an entry but weft_write_audit, and none is taken away within thirty days.
call weft_close('audit_logs');
call weft_open('audit_logs', '{tenant,project}', 'tenant_id = (select weft_tenant())', 'select');
call weft_open('audit_logs', '{partner}', 'partner_id = (select weft_partner())', 'select');
call weft_open('audit_logs', '{provider,system}', 'true', 'select');
call weft_open('audit_logs', '{system}', 'at < now() - interval ''30 days''', 'delete');

-- The accounts, which were there first.
call weft_audited('settings');
call weft_audited('languages');
call weft_audited('countries');
call weft_audited('partners');
call weft_audited('tenants');
call weft_audited('users');
call weft_audited('roles');
call weft_audited('projects');
call weft_audited('variables');
call weft_audited('workspace_domains');
