-- Functions of mappings for all projects of a tenant, beside those of one; in no project a name means both.
alter table functions alter column project_id drop not null, drop constraint functions_project_id_name_key,
  add unique nulls not distinct (tenant_id, project_id, name);
drop policy project on functions;
create policy project on functions to weft_project
  using (tenant_id = (select weft_tenant()) and (project_id is null or project_id = (select weft_project())))
  with check (tenant_id = (select weft_tenant()) and (project_id is null or project_id = (select weft_project())));

create function weft_function_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('functions ' || new.tenant_id, 0));
  if exists (
    select from functions f
    where f.tenant_id = new.tenant_id and f.name = new.name and f.id <> new.id and (f.project_id is null or new.project_id is null)
  ) then
    raise unique_violation using table = 'functions', constraint = 'functions_tenant_id_project_id_name_key';
  end if;
  return new;
end $$;
create trigger one_name before insert or update of project_id, name on functions
  for each row execute function weft_function_name();

-- How often the other projects of the tenant use a thing of all projects: a project sees their number, not what they are.
create function weft_uses_elsewhere(of uuid) returns table (project text, uses bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.name, count(*)
  from definition_uses u
    join definitions d on d.id = u.definition_id and d.removed_at is null
    join projects p on p.id = u.project_id
  where u.uses_id = of and u.tenant_id = weft_tenant() and weft_project() is not null and u.project_id <> weft_project()
  group by p.id, p.name
  order by p.name, p.id
$$;
