-- Where a tenant's git repository stands. The row, not git's own ref, decides, so a save and its commit hold or fall together;
-- locking it serialises the commits of a tenant over all processes.
create table git_heads (
  tenant_id uuid primary key default weft_tenant() references tenants (id) on delete cascade,
  commit text not null default '',
  updated_at timestamptz not null default now()
);
call weft_protect('git_heads', 'tenant');

-- Which commit changed which file: the log of a file without walking all commits of the tenant.
create table git_changes (
  id bigint generated always as identity primary key,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  commit text not null,
  path text not null,
  message text not null,
  author_name text not null,
  author_email text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, commit, path)
);
create index on git_changes (tenant_id, path, id desc);
call weft_protect('git_changes', 'tenant');
