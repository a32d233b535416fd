-- From where a user of the SFTP gateway has come in before, hashed: strangers who guess elsewhere keep nobody waiting there.
create table sftp_addresses (
  sftp_user_id uuid not null references sftp_users (id) on delete cascade,
  address bytea not null,
  used_at timestamptz not null default now(),
  primary key (sftp_user_id, address)
);
alter table sftp_addresses enable row level security;
alter table sftp_addresses force row level security;
create policy scope on sftp_addresses using (weft_level() = 'system') with check (weft_level() = 'system');
grant select, insert, update, delete on sftp_addresses to weft_app;
