-- Who is asking is said once per transaction by set_config('weft.…', …, true); row-level security reads it here.
create function weft_level() returns text language sql stable parallel safe
  return coalesce(current_setting('weft.level', true), '');
create function weft_partner() returns uuid language sql stable parallel safe
  return nullif(current_setting('weft.partner', true), '')::uuid;
create function weft_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('weft.tenant', true), '')::uuid;
create function weft_project() returns uuid language sql stable parallel safe
  return nullif(current_setting('weft.project', true), '')::uuid;
create function weft_user() returns uuid language sql stable parallel safe
  return nullif(current_setting('weft.user', true), '')::uuid;

create function weft_touch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

-- Puts a table under the scope that owns it. 'system' in background opens it to the engine's own cross-tenant work as well.
create procedure weft_protect(name text, scope text, background boolean default false) language plpgsql as $$
declare
  rule text := case scope
    when 'provider' then 'weft_level() in (''provider'', ''system'')'
    when 'partner' then 'partner_id = weft_partner() or weft_level() in (''provider'', ''system'')'
    when 'tenant' then 'tenant_id = weft_tenant()'
    when 'project' then 'tenant_id = weft_tenant() and (weft_project() is null or project_id = weft_project())'
  end;
begin
  if background then rule := format('weft_level() = ''system'' or (%s)', rule); end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy scope on %I using (%s) with check (%s)', name, rule, rule);
  execute format('grant select, insert, update, delete on %I to weft_app', name);
  if exists (select from information_schema.columns c where c.table_schema = 'public' and c.table_name = name and c.column_name = 'updated_at') then
    execute format('create trigger touch before update on %I for each row execute function weft_touch()', name);
  end if;
end $$;
