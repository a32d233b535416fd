-- A picture is a user's, or the logo of a tenant or partner.
alter table pictures alter column user_id drop not null,
  add column tenant_id uuid unique references tenants (id) on delete cascade,
  add check (num_nonnulls(user_id, tenant_id) = 1);
drop policy scope on pictures;
create policy scope on pictures using (weft_level() = 'system' or user_id = weft_user() or tenant_id = weft_tenant()) with check (weft_level() = 'system' or user_id = weft_user() or tenant_id = weft_tenant());
alter table tenants add column logo text;
alter table partners add column logo text;
