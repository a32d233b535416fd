-- The provider's media library. The bytes lie in storage under the id.
create table media (
  id uuid primary key default gen_random_uuid(),
  file_name text not null,
  folder text not null default '',
  description text not null default '',
  type text not null check (type in ('image', 'text', 'pdf')),
  mime text not null,
  size bigint not null,
  width int,
  height int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (folder, file_name)
);
call weft_protect('media', 'provider');
call weft_audited('media');
