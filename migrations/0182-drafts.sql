-- Drafts beside what is live: of each thing one a person, a commit that only the draft needs.

-- `objects` are all that commit is made of: whatever of them no version and no other draft has goes with the save that replaces it.
create table definition_drafts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  definition_id uuid not null references definitions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  author_name text not null,
  author_email text not null,
  -- The version of the thing it was begun from.
  base_version int not null,
  commit text not null,
  blob text not null,
  objects text[] not null,
  -- The newest change of the tenant then: what a field was called is looked up as it was.
  seen bigint not null default 0,
  -- Counts its saves, so that two windows of the same person do not overwrite each other.
  revision int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (definition_id, user_id)
);
create index on definition_drafts (project_id, updated_at desc);
create index on definition_drafts (tenant_id);
create index on definition_drafts (user_id);
call weft_protect('definition_drafts', 'project');
