-- What can be added, and what is switched off.

-- Plugins: signed archives of elements, transformers, connectors and subscribers. Their code runs in the sandbox only.
create table plugins (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  label text not null,
  status text not null default 'available' check (status in ('available', 'installing', 'installed', 'update_available', 'uninstalling', 'failed')),
  -- What is installed, and the newest that was brought.
  installed_id uuid,
  newest_id uuid,
  -- What is set for the whole installation; secrets encrypted.
  settings jsonb not null default '{}',
  -- Why it could not be installed.
  error jsonb,
  installed_by text not null default '',
  installed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_close('plugins');
call weft_open('plugins', '{tenant,project,partner}', 'true', 'select');
call weft_open('plugins', '{provider,system}', 'true');
call weft_touched('plugins');
call weft_audited('plugins');

create table plugin_archives (
  id uuid primary key default gen_random_uuid(),
  plugin_id uuid not null references plugins (id) on delete cascade,
  version text not null,
  manifest jsonb not null,
  -- The texts of its files by name.
  files jsonb not null,
  file_name text not null default '',
  sha256 text not null,
  publisher text not null,
  publisher_key text not null,
  uploaded_by text not null default '',
  created_at timestamptz not null default now(),
  unique (plugin_id, version)
);
call weft_close('plugin_archives');
call weft_open('plugin_archives', '{tenant,project,partner}', 'true', 'select');
call weft_open('plugin_archives', '{provider,system}', 'true');
alter table plugins add foreign key (installed_id) references plugin_archives (id) deferrable initially deferred;
alter table plugins add foreign key (newest_id) references plugin_archives (id) deferrable initially deferred;

-- Which installed plugins a project uses, and what is set for it there.
create table project_plugins (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  plugin_id uuid not null references plugins (id) on delete cascade,
  enabled boolean not null default true,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, plugin_id)
);
create index on project_plugins (plugin_id);
call weft_protect('project_plugins', 'project', true);
call weft_audited('project_plugins');

-- Who is told of what: one row for each subscriber of an installed plugin and each project that uses it; without a project the installation.
create table plugin_subscriptions (
  plugin_id uuid not null references plugins (id) on delete cascade,
  subscriber text not null,
  event text not null,
  tenant_id uuid references tenants (id) on delete cascade,
  project_id uuid references projects (id) on delete cascade,
  unique nulls not distinct (plugin_id, subscriber, event, project_id)
);
create index on plugin_subscriptions (project_id, event);
create index on plugin_subscriptions (event) where project_id is null;
call weft_protect('plugin_subscriptions', 'project', true);
call weft_open('plugin_subscriptions', '{provider}', 'true');

-- An event on its way to a subscriber: there from the transaction it happened in until it was taken, and then as a log.
create table plugin_deliveries (
  id uuid primary key default gen_random_uuid(),
  plugin_id uuid not null references plugins (id) on delete cascade,
  subscriber text not null,
  event text not null,
  tenant_id uuid references tenants (id) on delete cascade,
  project_id uuid references projects (id) on delete cascade,
  payload jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  tries int not null default 0,
  next_at timestamptz not null default now(),
  error jsonb,
  -- What the subscriber said meanwhile.
  log jsonb not null default '[]',
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index on plugin_deliveries (next_at) where status = 'pending';
create index on plugin_deliveries (plugin_id, created_at desc);
create index on plugin_deliveries (project_id, created_at desc);
call weft_protect('plugin_deliveries', 'project', true);
call weft_open('plugin_deliveries', '{provider}', 'true');

-- Extensions a project does without. What the installation has switched off (setting `extensions`) no project can switch on.
create table project_extensions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  extension text not null check (extension in ('webhooks', 'plugins')),
  created_at timestamptz not null default now(),
  unique (project_id, extension)
);
call weft_protect('project_extensions', 'project', true);
call weft_audited('project_extensions');

-- An element of the catalogue that somebody has narrowed for those below: the provider (neither partner nor tenant), a partner or a tenant.
create table element_limits (
  id uuid primary key default gen_random_uuid(),
  element text not null,
  partner_id uuid references partners (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  -- Who may still use it: tenants, where the limit is the provider's or a partner's, else projects. Nobody: it is switched off.
  allowed uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (partner_id is null or tenant_id is null)
);
create unique index element_limits_key on element_limits (element, partner_id, tenant_id) nulls not distinct;
create index on element_limits (partner_id);
create index on element_limits (tenant_id);
call weft_protect_account('element_limits');
call weft_audited('element_limits');

-- In the transaction that ends a job, whoever ends it. Without a subscriber it is one look into an index.
create function weft_job_event() returns trigger language plpgsql as $$
begin
  insert into plugin_deliveries (plugin_id, subscriber, event, tenant_id, project_id, payload)
  select s.plugin_id, s.subscriber, s.event, new.tenant_id, new.project_id, jsonb_build_object(
    'job_id', new.id, 'workflow_id', new.workflow_id, 'workflow', (select w.label from workflows w where w.id = new.workflow_id), 'status', new.status, 'started_by', new.started_by,
    'started_at', new.started_at, 'finished_at', new.finished_at, 'records_in', new.records_in, 'records_out', new.records_out, 'records_rejected', new.records_rejected,
    'error', new.error)
  from plugin_subscriptions s where s.project_id = new.project_id and s.event = 'job.ended';
  return null;
end $$;

-- Rejected records come in batches: one event for those of a step that come together, with the first of them.
create function weft_rejected_event() returns trigger language plpgsql as $$
begin
  insert into plugin_deliveries (plugin_id, subscriber, event, tenant_id, project_id, payload)
  select s.plugin_id, s.subscriber, s.event, e.tenant_id, e.project_id, jsonb_build_object('job_id', e.job_id, 'step', e.step, 'count', e.count, 'records', e.records)
  from (
    select a.tenant_id, a.project_id, a.job_id, a.step, count(*) as count,
      (array_agg(jsonb_build_object('record', a.record, 'field', a.field, 'value', a.value, 'reason', a.reason) order by a.batch, a.position))[1:10] as records
    from added a where a.project_id in (select p.project_id from plugin_subscriptions p where p.event = 'record.rejected')
    group by a.tenant_id, a.project_id, a.job_id, a.step
  ) e join plugin_subscriptions s on s.project_id = e.project_id and s.event = 'record.rejected';
  return null;
end $$;

create function weft_tenant_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into plugin_deliveries (plugin_id, subscriber, event, payload)
  select s.plugin_id, s.subscriber, s.event, jsonb_build_object('tenant_id', new.id, 'name', new.name, 'workspace', new.workspace, 'partner_id', new.partner_id)
  from plugin_subscriptions s where s.project_id is null and s.event = 'tenant.created';
  return null;
end $$;

-- Mappings of the projects that use a plugin, which use one of its transformers.
create function weft_plugin_mappings(wanted uuid, part text) returns table (mapping_id uuid, mapping text, transformer text, tenant_id uuid, tenant text) language plpgsql as $$
declare
  project record;
  only_tenant uuid := case when weft_level() = 'tenant' then weft_tenant() end;
  only_project uuid := weft_project();
  before jsonb := weft_enter_scope('system');
begin
  for project in
    select p.tenant_id as owner, p.project_id as id, t.name from project_plugins p join tenants t on t.id = p.tenant_id
    where p.plugin_id = wanted and (only_tenant is null or p.tenant_id = only_tenant) and (only_project is null or p.project_id = only_project)
  loop
    perform weft_enter_scope('tenant', tenant => project.owner::text);
    return query
      select m.id, m.label, x.key, project.owner, project.name
      from mappings m cross join lateral (select distinct o ->> 'key' as key from jsonb_array_elements(coalesce(m.definition -> 'transformers', '[]')) o) x
      where m.project_id = project.id and starts_with(x.key, part || '.');
    perform weft_enter_scope('system');
  end loop;
  perform weft_leave_scope(before);
end $$;

-- What the project (or tenant) that asks may not use, and by whose word. Any level can only take away, so one limit is enough.
create function weft_elements_off() returns table (element text, level text) language plpgsql as $$
declare
  mine uuid := weft_tenant();
  here uuid := weft_project();
  before jsonb := weft_enter_scope('system');
begin
  return query
    select distinct on (l.element) l.element, case when l.tenant_id is not null then 'tenant' when l.partner_id is not null then 'partner' else 'provider' end
    from element_limits l
    where (l.tenant_id = mine or (l.tenant_id is null and (l.partner_id is null or l.partner_id = (select t.partner_id from tenants t where t.id = mine))))
      and not coalesce(case when l.tenant_id is null then mine else here end = any (l.allowed), false)
    order by l.element, l.tenant_id nulls first, l.partner_id nulls first;
  perform weft_leave_scope(before);
end $$;

-- Which workflows below the caller use which elements: all, or those that use one of `wanted`.
create function weft_element_uses(wanted text[] default null)
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

-- Whether an extension is switched on, for the project that asks where one does.
create function weft_extension(wanted text) returns boolean language sql stable as $$
  select coalesce((select s.value ->> wanted from settings s where s.key = 'extensions'), 'true') = 'true'
    and not exists (select from project_extensions p where p.extension = wanted and p.project_id = weft_project())
$$;

create trigger plugin_event after insert on tenants for each row when (new.kind = 'client') execute function weft_tenant_event();

create trigger plugin_event after update on jobs for each row when (new.finished_at is not null and old.finished_at is null) execute function weft_job_event();

create trigger plugin_event after insert on record_errors referencing new table as added for each statement execute function weft_rejected_event();
