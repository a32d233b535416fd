-- What becomes of the files of a folder and those below it; the rule of the nearest folder counts.
create table storage_rules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  -- As the tenant sees it, without a slash at either end; empty for the whole storage.
  path text not null check (length(path) <= 1000),
  -- So many earlier contents of a file that is written again are kept, for so many days.
  keep_versions int not null default 0 check (keep_versions between 0 and 100),
  version_days int not null default 30 check (version_days between 1 and 3650),
  -- Files nobody has written for so many days are deleted; never, where nothing is said.
  retention_days int check (retention_days between 1 and 3650),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, path)
);
call weft_protect('storage_rules', 'tenant', true);
call weft_audited('storage_rules');
