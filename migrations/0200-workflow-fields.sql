-- What else is said of a workflow: its picture, that its runs go ahead of others, what its content identifier names, and which data set a run brings.
alter table workflows
  add column logo text,
  add column immediate boolean not null default false,
  add column content_type text not null default '' check (length(content_type) <= 60),
  add column dataset_type text not null default '' check (dataset_type in ('', 'full', 'delta'));

alter table pictures
  add column workflow_id uuid unique references workflows (id) on delete cascade,
  drop constraint pictures_owner,
  add constraint pictures_owner check (num_nonnulls(user_id, tenant_id, project_id, workflow_id) = 1);
do $$
declare
  level text;
  rule text := 'tenant_id = (select weft_tenant()) or user_id = (select weft_user()) or project_id = any (array(select p.id from projects p)) or exists (select from workflows w where w.id = workflow_id)';
begin
  foreach level in array '{tenant,project}'::text[] loop
    execute format('alter policy %I on pictures using (%2$s) with check (%2$s)', level, rule);
  end loop;
end $$;

-- The picture is no part of what is defined, as that of a project is not.
drop trigger define on workflows;
call weft_defined('workflows', 'workflow', 'label', '{version,commit,published,active,triggers,label,description,logo}');
