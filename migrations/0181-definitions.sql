-- The store of definitions: what a thing is called for good, and each version of it, as rows of the transaction that makes it.

-- What a thing is called in texts and paths: small letters, digits and hyphens.
create function weft_key_of(name text, otherwise text) returns text language sql immutable parallel safe
  return coalesce(nullif(trim(both '-' from left(regexp_replace(
    translate(replace(replace(replace(replace(lower(name), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), 'àáâãåçèéêëìíîïñòóôõøùúûýÿ', 'aaaaaceeeeiiiinooooouuuyy'),
    '[^a-z0-9]+', '-', 'g'), 60)), ''), otherwise);

-- Every thing that is defined, from when it is made. Its key is made once and stays, whatever it is called later and after it was removed.
-- `unkept`: changed since its newest version; the trigger says so, and who commits the transaction keeps it (engine/history/keep.server.ts).
-- No foreign key leads to the project: what was in a project that was removed stays in the history.
create table definitions (
  id uuid primary key,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid,
  kind text not null,
  key text not null,
  name text not null,
  -- Where its newest version lies in the repository, and as which object.
  path text not null default '',
  blob text,
  version int not null default 0,
  unkept boolean not null default true,
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint definitions_key unique nulls not distinct (tenant_id, project_id, kind, key)
);
create index on definitions (project_id, kind, name, id);
create index definitions_unkept on definitions (tenant_id) where unkept;
call weft_close('definitions');
call weft_open('definitions', '{tenant}', 'tenant_id = (select weft_tenant())');
call weft_open('definitions', '{project}', 'tenant_id = (select weft_tenant()) and (project_id = (select weft_project()) or project_id is null and (kind <> ''project'' or id = (select weft_project())))');
call weft_open('definitions', '{system}', 'true', 'select');
call weft_touched('definitions');

-- What git keeps, as it lies in a repository: compressed, by the sum of what it says. `draft`: only drafts need it.
create table git_objects (
  id bigint generated always as identity,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  oid text not null check (oid ~ '^[0-9a-f]{40}$'),
  data bytea not null check (octet_length(data) <= 16777216),
  draft boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, oid)
);
alter table git_objects alter column data set storage external;
create unique index on git_objects (tenant_id, id);
call weft_protect('git_objects', 'tenant');

-- Whether the objects of a tenant are rows: those of before lie in a folder until the next start has taken them over; and which commit
-- the copy in the folder has.
alter table git_heads add column stored boolean not null default false, add column copied text not null default '';
alter table git_heads alter column stored set default true;
call weft_open('git_heads', '{system}', 'true');

-- A change is a version of a thing.
alter table git_changes
  add column definition_id uuid references definitions (id) on delete cascade,
  add column project_id uuid,
  add column version int,
  add column blob text,
  add column name text not null default '';
create index on git_changes (definition_id, id desc);
create index on git_changes (tenant_id, id desc);
drop index git_changes_tenant_id_path_id_idx;
drop policy project on git_changes;
create policy project on git_changes to weft_project
  using (tenant_id = (select weft_tenant()) and (project_id is null or project_id = (select weft_project())))
  with check (tenant_id = (select weft_tenant()) and (project_id is null or project_id = (select weft_project())));

-- Writes a thing down under a key that no other of its kind has or had.
create procedure weft_make_definition(of_id uuid, of_tenant uuid, of_project uuid, of_kind text, of_name text) language plpgsql as $$
declare
  stem text := weft_key_of(of_name, of_kind);
  wanted text := stem;
  number int := 1;
begin
  loop
    insert into definitions (id, tenant_id, project_id, kind, key, name) values (of_id, of_tenant, of_project, of_kind, wanted, of_name)
      on conflict on constraint definitions_key do nothing;
    exit when found;
    number := number + 1;
    wanted := stem || '-' || number;
  end loop;
end $$;

-- Says what has changed: the kind, the column of its name, and the columns that are no part of what is defined.
create function weft_define() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  called text := row ->> tg_argv[1];
  of_id uuid := (row ->> 'id')::uuid;
  of_project uuid := (row ->> 'project_id')::uuid;
  known definitions;
begin
  if tg_op = 'DELETE' then
    update definitions set removed_at = clock_timestamp(), unkept = true where id = of_id;
    return null;
  end if;
  if tg_op = 'UPDATE' and (to_jsonb(old) - tg_argv[2:]) = (row - tg_argv[2:]) and to_jsonb(old) -> 'project_id' is not distinct from row -> 'project_id' then
    return null;
  end if;
  select * into known from definitions where id = of_id;
  if known.id is null then
    call weft_make_definition(of_id, (row ->> 'tenant_id')::uuid, of_project, tg_argv[0], called);
    return null;
  end if;
  if known.project_id is distinct from of_project then
    while exists (select from definitions d where d.tenant_id = known.tenant_id and d.project_id is not distinct from of_project and d.kind = known.kind and d.key = known.key) loop
      known.key := known.key || '-2';
    end loop;
  end if;
  update definitions set name = called, project_id = of_project, key = known.key, unkept = true, removed_at = null where id = of_id;
  return null;
end $$;

create procedure weft_defined(name text, kind text, called text, without text[]) language plpgsql as $$
declare
  ignored text;
begin
  select string_agg(quote_literal(w), ', ') into ignored from unnest('{id,tenant_id,project_id,created_at,updated_at}'::text[] || without) w;
  execute format('create trigger define after insert or update or delete on %I for each row execute function weft_define(%L, %L, %s)', name, kind, called, ignored);
end $$;

call weft_defined('projects', 'project', 'name', '{image,start_date,finish_date}');
call weft_defined('queues', 'queue', 'name', '{}');
call weft_defined('connections', 'connection', 'label', '{secrets,secrets_set,secrets_at,created_by,is_tunnelled,tunnel_is_tunnelled}');
call weft_defined('data_structures', 'data_structure', 'label', '{version,locked,taken_from,taken_version}');
call weft_defined('dynamic_models', 'dynamic_model', 'model_name', '{}');
call weft_defined('mappings', 'mapping', 'label', '{version}');
call weft_defined('data_sets', 'data_set', 'name', '{}');
call weft_defined('insights', 'insight', 'label', '{}');
call weft_defined('queries', 'query', 'name', '{}');
call weft_defined('text_templates', 'text_template', 'label', '{}');
call weft_defined('workflows', 'workflow', 'label', '{version,commit,published,active,triggers,label,description}');

-- What is there already.
do $$
declare
  one record;
begin
  for one in
    select id, tenant_id, null::uuid as project_id, 'project' as kind, name, created_at from projects
    union all select id, tenant_id, project_id, 'queue', name, created_at from queues
    union all select id, tenant_id, project_id, 'connection', label, created_at from connections
    union all select id, tenant_id, project_id, 'data_structure', label, created_at from data_structures
    union all select id, tenant_id, project_id, 'dynamic_model', model_name, created_at from dynamic_models
    union all select id, tenant_id, project_id, 'mapping', label, created_at from mappings
    union all select id, tenant_id, project_id, 'data_set', name, created_at from data_sets
    union all select id, tenant_id, project_id, 'insight', label, created_at from insights
    union all select id, tenant_id, project_id, 'query', name, created_at from queries
    union all select id, tenant_id, project_id, 'text_template', label, created_at from text_templates
    union all select id, tenant_id, project_id, 'workflow', label, created_at from workflows
    order by created_at, id
  loop
    call weft_make_definition(one.id, one.tenant_id, one.project_id, one.kind, one.name);
  end loop;
end $$;

-- The versions workflows have already.
update git_changes c set definition_id = d.id, project_id = d.project_id, version = n.version
from (select id, row_number() over (partition by tenant_id, path order by id) as version from git_changes) n, definitions d
where n.id = c.id and d.kind = 'workflow' and d.tenant_id = c.tenant_id and c.path = 'workflows/' || d.id || '.yaml';
update definitions d set path = c.path, version = c.version
from (select distinct on (definition_id) definition_id, path, version from git_changes where definition_id is not null order by definition_id, id desc) c
where c.definition_id = d.id;
