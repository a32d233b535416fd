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

-- Whether an extension is switched on, for the project that asks where one does.
create function weft_extension(wanted text) returns boolean language sql stable as $$
  select coalesce((select s.value ->> wanted from settings s where s.key = 'extensions'), 'true') = 'true'
    and not exists (select from project_extensions p where p.extension = wanted and p.project_id = weft_project())
$$;
