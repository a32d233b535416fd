-- Each level has a role of its own: weft_system, weft_provider, weft_partner, weft_tenant, and weft_project for a tenant in one project.
-- What a level sees of a table is one policy of its role with one plain condition. PostgreSQL compares a column with `(select weft_tenant())`
-- by an index; in one policy for all levels, or beside a bare function, it read the rows of every tenant.
-- The login itself takes on none of the roles by itself, so that a query outside a scope is refused.

create function weft_role(level text, project text) returns text language sql immutable parallel safe
  return case when coalesce(level, '') = '' then 'none' when level = 'tenant' and project <> '' then 'weft_project' else 'weft_' || level end;

create or replace function weft_enter_scope(level text, partner text default '', tenant text default '', "user" text default '') returns jsonb language plpgsql as $$
declare
  before jsonb := jsonb_build_object('role', current_setting('role'), 'level', weft_level(), 'partner', weft_partner(), 'tenant', weft_tenant(), 'project', weft_project(), 'user', weft_user());
begin
  perform weft_leave_scope(jsonb_build_object('role', weft_role(level, ''), 'level', level, 'partner', partner, 'tenant', tenant, 'user', "user"));
  return before;
end $$;
create or replace function weft_leave_scope(before jsonb) returns void language sql as $$
  select set_config('weft.level', coalesce(before ->> 'level', ''), true), set_config('weft.partner', coalesce(before ->> 'partner', ''), true),
    set_config('weft.tenant', coalesce(before ->> 'tenant', ''), true), set_config('weft.project', coalesce(before ->> 'project', ''), true),
    set_config('weft.user', coalesce(before ->> 'user', ''), true), set_config('role', before ->> 'role', true)
$$;

-- Triggers also fire where no role can be taken on: in a cascade, and in a function of the owner. They work as the owner instead.
create or replace function weft_place_follows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update tenants set name = new.name, language = new.language, active = new.active, status = new.status, initialized = new.initialized, deleting_since = new.deleting_since
    where id = new.id and kind = 'partner';
  return null;
end $$;
create or replace function weft_tenant_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into plugin_deliveries (plugin_id, subscriber, event, payload)
  select s.plugin_id, s.subscriber, s.event, jsonb_build_object('tenant_id', new.id, 'name', new.name, 'workspace', new.workspace, 'partner_id', new.partner_id)
  from plugin_subscriptions s where s.project_id is null and s.event = 'tenant.created';
  return null;
end $$;
create or replace function weft_note(asked jsonb, noted jsonb) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from audit_logs where request = asked ->> 'id') then return false; end if;
  perform set_config('weft.request', asked::text, true);
  call weft_write_audit(jsonb_populate_record(null::audit_logs, noted), (asked ->> 'user_id')::uuid);
  return true;
end $$;

-- As before; works as the owner, who sees every row, and so asks itself whose the row is.
create or replace function weft_scrub_secret(table_name text, row_id uuid) returns int language plpgsql security definer set search_path = public, pg_temp as $$
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

create procedure weft_touched(name text) language plpgsql as $$
begin
  if exists (select from information_schema.columns c where c.table_schema = 'public' and c.table_name = name and c.column_name = 'updated_at') then
    execute format('create or replace trigger touch before update on %I for each row execute function weft_touch()', name);
  end if;
end $$;

-- Puts a table under the scope that owns it: provider, partner, tenant or project. In the background the engine works on it across tenants.
create or replace procedure weft_protect(name text, scope text, background boolean default false) language plpgsql as $$
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
create or replace procedure weft_protect_account(name text) language plpgsql as $$
begin
  call weft_close(name);
  call weft_open(name, '{tenant,project}', 'tenant_id = (select weft_tenant())');
  call weft_open(name, '{partner}', 'partner_id = (select weft_partner())');
  call weft_open(name, '{provider,system}', 'true');
  call weft_touched(name);
end $$;

do $$
declare
  one record;
begin
  for one in select tablename, policyname from pg_policies where schemaname = 'public' loop
    execute format('drop policy %I on %I', one.policyname, one.tablename);
  end loop;
end $$;

do $$
declare
  one text;
  everybody constant text[] := '{tenant,project,partner,provider,system}';
  below constant text[] := '{tenant,project,partner}';
  people constant text[] := '{tenant,project,partner,provider}';
  of_tenant constant text := 'tenant_id = (select weft_tenant())';
  of_partner constant text := 'partner_id = (select weft_partner())';
  of_user constant text := 'user_id = (select weft_user())';
  of_partners_tenants constant text := 'tenant_id = any (array(select t.id from tenants t where t.partner_id = (select weft_partner())))';
begin
  foreach one in array array['alerts', 'announcements', 'database_server_health', 'database_servers', 'invoice_numbers', 'invoice_runs', 'media', 'newsletter_campaigns',
    'newsletter_deliveries', 'newsletter_subscribers', 'number_counters', 'retention_runs', 'sign_in_tries', 'storage_servers', 'supervisor_commands', 'supervisors'] loop
    call weft_close(one);
    call weft_open(one, '{provider,system}', 'true');
  end loop;

  foreach one in array array['certificates', 'contact_persons', 'leads', 'partner_references', 'partner_services', 'provisioning_runs'] loop
    call weft_close(one);
    call weft_open(one, '{partner}', of_partner);
    call weft_open(one, '{provider,system}', 'true');
  end loop;

  foreach one in array array['git_changes', 'git_heads', 'projects', 'variables', 'database_moves', 'mail_templates', 'queue_slots', 'queues', 'sftp_users',
    'tenant_connections', 'tenant_storages', 'usage_ends', 'workspace_domains'] loop
    call weft_close(one);
    call weft_open(one, '{tenant,project}', of_tenant);
  end loop;

  foreach one in array array['config_values', 'data_sets', 'data_structure_revisions', 'data_structures', 'dynamic_models', 'insights', 'mappings', 'notes', 'queries',
    'text_templates', 'workflow_state', 'bulk_actions', 'due_starts', 'job_contents', 'job_cursors', 'job_logs', 'job_steps', 'jobs', 'mail_logs', 'mail_notice_turns',
    'mail_notices', 'mail_recipients', 'mail_transports', 'plugin_deliveries', 'plugin_subscriptions', 'project_extensions', 'project_plugins', 'record_errors',
    'schedules', 'workflow_followers', 'workflow_tokens', 'workflows'] loop
    call weft_close(one);
    call weft_open(one, '{tenant}', of_tenant);
    call weft_open(one, '{project}', of_tenant || ' and project_id = (select weft_project())');
  end loop;

  -- What the engine works on across tenants.
  foreach one in array array['variables', 'database_moves', 'mail_templates', 'queue_slots', 'queues', 'sftp_users', 'tenant_connections', 'tenant_storages', 'usage_ends',
    'workspace_domains', 'config_values', 'bulk_actions', 'due_starts', 'job_contents', 'job_cursors', 'job_logs', 'job_steps', 'jobs', 'mail_logs', 'mail_notice_turns',
    'mail_notices', 'mail_recipients', 'mail_transports', 'plugin_deliveries', 'plugin_subscriptions', 'project_extensions', 'project_plugins', 'record_errors',
    'schedules', 'workflow_followers', 'workflow_tokens', 'workflows'] loop
    call weft_open(one, '{system}', 'true');
  end loop;
  foreach one in array array['mail_logs', 'mail_templates', 'bulk_actions'] loop
    call weft_open(one, '{provider}', 'tenant_id is null');
  end loop;
  foreach one in array array['plugin_deliveries', 'plugin_subscriptions'] loop
    call weft_open(one, '{provider}', 'true');
  end loop;

  foreach one in array array['contract_documents', 'contracts', 'element_limits', 'invoices', 'payment_methods', 'payments', 'roles', 'service_account_tokens', 'service_accounts',
    'tenant_figures'] loop
    call weft_close(one);
    call weft_open(one, '{tenant,project}', of_tenant);
    call weft_open(one, '{partner}', of_partner);
    call weft_open(one, '{provider,system}', 'true');
  end loop;

  foreach one in array array['idempotency_keys', 'notifications', 'sessions', 'trusted_devices'] loop
    call weft_close(one);
    call weft_open(one, people, of_user);
    call weft_open(one, '{system}', 'true');
  end loop;
  call weft_close('quick_links');
  call weft_open('quick_links', people, of_user);

  foreach one in array array['authenticators', 'password_links', 'sftp_addresses', 'sign_in_challenges'] loop
    call weft_close(one);
    call weft_open(one, '{system}', 'true');
  end loop;
  call weft_close('key_check');
  call weft_open('key_check', '{system}', 'true', 'select');
  call weft_open('key_check', '{system}', 'true', 'update');

  foreach one in array array['countries', 'languages', 'plans', 'plugin_archives', 'plugins', 'settings'] loop
    call weft_close(one);
    call weft_open(one, below, 'true', 'select');
    call weft_open(one, '{provider,system}', 'true');
  end loop;

  call weft_close('news');
  call weft_open('news', '{tenant,project}', 'release_date <= current_date and audience in (''all'', ''client'')', 'select');
  call weft_open('news', '{partner}', 'release_date <= current_date and audience in (''all'', ''partner'')', 'select');
  call weft_open('news', '{provider,system}', 'true');

  call weft_close('partners');
  call weft_open('partners', '{partner}', 'id = (select weft_partner())');
  call weft_open('partners', '{provider,system}', 'true');

  call weft_close('tenants');
  call weft_open('tenants', '{tenant,project}', 'id = (select weft_tenant())');
  call weft_open('tenants', '{partner}', 'kind = ''client'' and ' || of_partner);
  call weft_open('tenants', '{provider}', 'kind = ''client''');
  call weft_open('tenants', '{system}', 'true');

  call weft_close('users');
  call weft_open('users', '{tenant,project}', of_tenant || ' or id = (select weft_user())');
  call weft_open('users', '{partner}', of_partner || ' or id = (select weft_user()) or ' || of_partners_tenants);
  call weft_open('users', '{provider,system}', 'true');
  -- Who sees the user sees these.
  call weft_close('granted_ips');
  call weft_open('granted_ips', people, 'exists (select from users u where u.id = user_id)');
  call weft_open('granted_ips', '{system}', 'true');

  -- Nobody writes an entry but weft_write_audit, and none is taken away within thirty days.
  call weft_close('audit_logs');
  call weft_open('audit_logs', '{tenant,project}', of_tenant, 'select');
  call weft_open('audit_logs', '{partner}', of_partner, 'select');
  call weft_open('audit_logs', '{provider,system}', 'true', 'select');
  call weft_open('audit_logs', '{system}', 'at < now() - interval ''30 days''', 'delete');

  foreach one in array array['storage_days', 'usage_days'] loop
    call weft_close(one);
    call weft_open(one, '{tenant,project}', of_tenant, 'select');
    call weft_open(one, '{partner}', of_partners_tenants, 'select');
    call weft_open(one, '{provider}', 'true', 'select');
    call weft_open(one, '{system}', 'true');
  end loop;

  -- Whoever grants support or is given it sees it and may end it; it begins only where the tenant is seen, and is never taken away.
  call weft_close('support_accesses');
  call weft_open('support_accesses', '{tenant,project}', of_tenant || ' or ' || of_user, 'select');
  call weft_open('support_accesses', '{partner}', of_user || ' or ' || of_partners_tenants, 'select');
  call weft_open('support_accesses', '{provider,system}', 'true', 'select');
  call weft_open('support_accesses', '{tenant,project}', of_tenant || ' or ' || of_user, 'update');
  call weft_open('support_accesses', '{partner}', of_user, 'update');
  call weft_open('support_accesses', '{provider,system}', 'true', 'update');
  call weft_open('support_accesses', people, of_user || ' and exists (select from tenants t where t.id = tenant_id)', 'insert');

  call weft_close('route_whitelists');
  call weft_open('route_whitelists', '{tenant,project}', of_tenant);
  call weft_open('route_whitelists', '{provider,system}', 'true');

  call weft_close('support_requests');
  call weft_open('support_requests', below, of_user);
  call weft_open('support_requests', '{provider,system}', 'true');

  call weft_close('pictures');
  call weft_open('pictures', '{tenant,project}', of_tenant || ' or ' || of_user || ' or project_id = any (array(select p.id from projects p))');
  call weft_open('pictures', '{partner,provider}', of_user);
  call weft_open('pictures', '{system}', 'true');

  -- The provider's structures, a partner's, and for a tenant those that both have published.
  call weft_close('library_structures');
  call weft_open('library_structures', '{provider}', 'partner_id is null');
  call weft_open('library_structures', '{partner}', of_partner);
  call weft_open('library_structures', '{tenant,project}',
    'published and (partner_id is null or partner_id = (select t.partner_id from tenants t where t.id = (select weft_tenant())))', 'select');

  -- Parts of what another table holds.
  call weft_close('provisioning_steps');
  call weft_open('provisioning_steps', '{partner,provider,system}', 'exists (select from provisioning_runs r where r.id = run_id)');
  call weft_close('bulk_action_jobs');
  call weft_open('bulk_action_jobs', people, 'exists (select from bulk_actions b where b.id = bulk_action_id)');
  call weft_open('bulk_action_jobs', '{system}', 'true');
end $$;

-- Whoever owns rows finds them by an index; what a project owns is found by its project already.
create index on bulk_actions (tenant_id);
create index on config_values (tenant_id);
create index on contract_documents (tenant_id);
create index on contract_documents (partner_id);
create index on contracts (tenant_id);
create index on data_structures (tenant_id);
create index on invoices (tenant_id, issued_on desc);
create index on invoices (partner_id, issued_on desc);
create index on jobs (tenant_id, created_at desc);
create index on notes (project_id);
create index on payment_methods (tenant_id);
create index on payment_methods (partner_id);
create index on provisioning_runs (partner_id, created_at desc);
create index on roles (tenant_id);
create index on roles (partner_id);
create index on route_whitelists (tenant_id);
create index on sftp_users (tenant_id);
create index on tenant_figures (partner_id, name);
create index on users (partner_id);
create index on workflow_tokens (project_id);
create index on workflows (tenant_id);

-- As before; asks first whose workflows are meant, so that those of others are not read.
create or replace function weft_element_uses(wanted text[] default null)
  returns table (element text, workflow_id uuid, workflow text, active boolean, tenant_id uuid, tenant text) language plpgsql as $$
declare
  asking text := weft_level();
  of_partner uuid := weft_partner();
  mine uuid := weft_tenant();
  before jsonb := weft_enter_scope('system');
  meant uuid[] := case when asking = 'tenant' then array[mine] else array(select t.id from tenants t where asking in ('provider', 'system') or t.partner_id = of_partner) end;
begin
  return query
    select e.key, w.id, w.label, w.active and w.published, t.id, t.name
    from workflows w join tenants t on t.id = w.tenant_id cross join lateral unnest(weft_elements_in(w.source)) as e(key)
    where w.tenant_id = any (meant) and (wanted is null or (weft_elements_in(w.source) && wanted and e.key = any (wanted)))
    order by t.name, w.label;
  perform weft_leave_scope(before);
end $$;
