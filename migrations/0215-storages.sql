-- Where files of tenants and partners may lie. The folder of this installation is there by itself.
create table storage_servers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  type text not null check (type in ('local', 'ftp', 'sftp')),
  host text not null default '',
  port int check (port between 1 and 65535),
  username text not null default '',
  password bytea,
  ssl boolean not null default false,
  passive boolean not null default true,
  timeout int not null default 30 check (timeout between 1 and 600),
  root text not null default '/',
  -- What the server showed when it was first spoken to: the public key of SSH, the certificate of TLS, or 'ca' where a known authority has signed it.
  host_key text not null default '',
  embedded boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into storage_servers (name, type, root, embedded) values ('This installation', 'local', 'storage', true);
call weft_protect('storage_servers', 'provider');
call weft_audited('storage_servers');

-- On a registered server, `root` is a folder below the server's own and the rest of the columns is the server's business.
alter table tenant_storages
  drop constraint tenant_storages_type_check,
  drop column options,
  add check (type in ('local', 'ftp', 'sftp')),
  add column server_id uuid references storage_servers (id),
  add column ssl boolean not null default false,
  add column passive boolean not null default true,
  add column timeout int not null default 30 check (timeout between 1 and 600),
  add column host_key text not null default '';
