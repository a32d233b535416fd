-- A partner has databases, storage, connections, an SFTP user and queues as a tenant has. They belong to his *place*: a row among the
-- tenants with the partner's own id, seen only by who works in it and by the product itself, so that it is in no list of tenants.
alter table tenants add column kind text not null default 'client' check (kind in ('client', 'partner')), add check (kind = 'client' or id = partner_id);
drop policy scope on tenants;
create policy scope on tenants
  using (weft_level() = 'system' or id = weft_tenant() or (kind = 'client' and (weft_level() = 'provider' or (weft_level() = 'partner' and partner_id = weft_partner()))))
  with check (weft_level() = 'system' or id = weft_tenant() or (kind = 'client' and (weft_level() = 'provider' or (weft_level() = 'partner' and partner_id = weft_partner()))));
-- A place is called as its partner is, and has no workspace of its own.
alter table tenants drop constraint tenants_name_key, drop constraint tenants_workspace_key;
create unique index tenants_name_key on tenants (name) where kind = 'client';
create unique index tenants_workspace_key on tenants (workspace) where kind = 'client';

alter table partners
  add column initialized boolean not null default false,
  add column deleting_since timestamptz,
  add column abbreviation text not null default '',
  add column responsible_user_id uuid references users (id) on delete set null,
  add column provider_user_id uuid references users (id) on delete set null,
  add check (status in ('created', 'initializing', 'initialized', 'active', 'deactivated', 'deleting'));
alter table tenants add column provider_user_id uuid references users (id) on delete set null;

-- A setup is remembered longer than who began it or what it made.
alter table provisioning_runs drop constraint provisioning_runs_partner_id_fkey,
  add foreign key (partner_id) references partners (id) on delete set null;
alter table provisioning_runs add column removal boolean not null default false;

-- A place says the same as its partner.
create function weft_place_follows() returns trigger language plpgsql as $$
declare
  before jsonb := weft_enter_scope('system');
begin
  update tenants set name = new.name, language = new.language, active = new.active, status = new.status, initialized = new.initialized, deleting_since = new.deleting_since
    where id = new.id and kind = 'partner';
  perform weft_leave_scope(before);
  return null;
end $$;
create trigger place after update of name, language, active, status, initialized, deleting_since on partners for each row execute function weft_place_follows();
