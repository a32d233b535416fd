-- A mail server of a project's own: what its workflows send and tell leaves through it, from its sender.
create table mail_transports (
  project_id uuid primary key default weft_project() references projects (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  host text not null default '',
  port int not null default 587,
  security text not null default 'starttls' check (security in ('starttls', 'tls', 'none')),
  "user" text not null default '',
  password text not null default '',
  "from" text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on mail_transports (tenant_id);
call weft_protect('mail_transports', 'project', true);
call weft_audited('mail_transports');
