-- The id the tenant will have is known before its entry exists: names of databases, logins and folders are made from it, so
-- that every step finds again what an interrupted one has left.
alter table provisioning_runs add column subject_id uuid not null unique default gen_random_uuid();
create unique index provisioning_runs_workspace on provisioning_runs ((input ->> 'workspace')) where state not in ('done', 'undone');
create index on provisioning_runs (created_at desc);
alter table provisioning_runs drop constraint provisioning_runs_started_by_fkey,
  add foreign key (started_by) references users (id) on delete set null;

-- Tenants' logins live on the same server as this database; only the application's may connect here.
do $$ begin
  execute format('grant connect, temporary on database %I to weft_app', current_database());
  execute format('revoke all on database %I from public', current_database());
end $$;
