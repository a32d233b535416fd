-- One sealed value that tells whether a machine has the key of this database; what links and logins are derived from lies in it.
create table key_check (
  id boolean primary key default true check (id),
  sealed bytea not null,
  created_at timestamptz not null default now()
);
alter table key_check enable row level security;
alter table key_check force row level security;
create policy scope on key_check using (weft_level() = 'system') with check (weft_level() = 'system');
grant select, update on key_check to weft_app;
