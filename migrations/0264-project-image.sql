-- A picture is a user's, the logo of a tenant or partner, or the image of a project.
alter table pictures drop constraint pictures_check,
  add column project_id uuid unique references projects (id) on delete cascade,
  add constraint pictures_owner check (num_nonnulls(user_id, tenant_id, project_id) = 1);
drop policy scope on pictures;
create policy scope on pictures using (weft_level() = 'system' or user_id = weft_user() or tenant_id = weft_tenant() or project_id in (select id from projects))
  with check (weft_level() = 'system' or user_id = weft_user() or tenant_id = weft_tenant() or project_id in (select id from projects));
