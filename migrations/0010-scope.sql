-- Who is asking, and what a table shows them.

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

-- Each level has a role of its own: weft_system, weft_provider, weft_partner, weft_tenant, and weft_project for a tenant in one project.
-- What a level sees of a table is one policy of its role with one plain condition. PostgreSQL compares a column with `(select weft_tenant())`
-- by an index; in one policy for all levels, or beside a bare function, it read the rows of every tenant.
-- The login itself takes on none of the roles by itself, so that a query outside a scope is refused.
create function weft_role(level text, project text) returns text language sql immutable parallel safe
  return case when coalesce(level, '') = '' then 'none' when level = 'tenant' and project <> '' then 'weft_project' else 'weft_' || level end;

-- A function that works in another scope than its caller's takes it on with weft_enter_scope, which answers the scope before, and gives
-- that back with weft_leave_scope. (A `set` clause would do both, but its parameters are a superuser's to set, and owners need not be one.)
create function weft_enter_scope(level text, partner text default '', tenant text default '', "user" text default '') returns jsonb language plpgsql as $$
declare
  before jsonb := jsonb_build_object('role', current_setting('role'), 'level', weft_level(), 'partner', weft_partner(), 'tenant', weft_tenant(), 'project', weft_project(), 'user', weft_user());
begin
  perform weft_leave_scope(jsonb_build_object('role', weft_role(level, ''), 'level', level, 'partner', partner, 'tenant', tenant, 'user', "user"));
  return before;
end $$;

create function weft_leave_scope(before jsonb) returns void language sql as $$
  select set_config('weft.level', coalesce(before ->> 'level', ''), true), set_config('weft.partner', coalesce(before ->> 'partner', ''), true),
    set_config('weft.tenant', coalesce(before ->> 'tenant', ''), true), set_config('weft.project', coalesce(before ->> 'project', ''), true),
    set_config('weft.user', coalesce(before ->> 'user', ''), true), set_config('role', before ->> 'role', true)
$$;

create function weft_touch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

create procedure weft_touched(name text) language plpgsql as $$
begin
  if exists (select from information_schema.columns c where c.table_schema = 'public' and c.table_name = name and c.column_name = 'updated_at') then
    execute format('create or replace trigger touch before update on %I for each row execute function weft_touch()', name);
  end if;
end $$;

-- Closes a table: nobody but the owner, and whoever weft_open names, sees a row. Every level may ask; the answer is empty.
create procedure weft_close(name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy owner on %I to %I using (true) with check (true)', name, current_user);
  execute format('revoke all on %I from weft_app', name);
  execute format('grant select on %I to weft_tenant, weft_project, weft_partner, weft_provider, weft_system', name);
end $$;

-- Opens the rows of a table that the rule names to these levels, for everything or for one command.
create procedure weft_open(name text, levels text[], rule text, command text default 'all') language plpgsql as $$
declare
  level text;
  clauses text := case command
    when 'all' then 'using (%1$s) with check (%1$s)'
    when 'update' then 'using (%1$s) with check (%1$s)'
    when 'insert' then 'with check (%1$s)'
    else 'using (%1$s)'
  end;
begin
  foreach level in array levels loop
    execute format('create policy %I on %I for %s to %I ', concat_ws('_', level, nullif(command, 'all')), name, command, 'weft_' || level) || format(clauses, rule);
    execute format('grant %s on %I to %I', case command when 'all' then 'select, insert, update, delete' else command end, name, 'weft_' || level);
  end loop;
end $$;

-- Puts a table under the scope that owns it: provider, partner, tenant or project. In the background the engine works on it across tenants.
create procedure weft_protect(name text, scope text, background boolean default false) language plpgsql as $$
begin
  call weft_close(name);
  case scope
    when 'provider' then null;
    when 'partner' then call weft_open(name, '{partner}', 'partner_id = (select weft_partner())');
    when 'tenant' then call weft_open(name, '{tenant,project}', 'tenant_id = (select weft_tenant())');
    when 'project' then
      call weft_open(name, '{tenant}', 'tenant_id = (select weft_tenant())');
      call weft_open(name, '{project}', 'tenant_id = (select weft_tenant()) and project_id = (select weft_project())');
  end case;
  if scope in ('provider', 'partner') then call weft_open(name, '{provider,system}', 'true');
  elsif background then call weft_open(name, '{system}', 'true');
  end if;
  call weft_touched(name);
end $$;

-- The same for what an account owns, be it a tenant's or a partner's.
create procedure weft_protect_account(name text) language plpgsql as $$
begin
  call weft_close(name);
  call weft_open(name, '{tenant,project}', 'tenant_id = (select weft_tenant())');
  call weft_open(name, '{partner}', 'partner_id = (select weft_partner())');
  call weft_open(name, '{provider,system}', 'true');
  call weft_touched(name);
end $$;
