-- Data structures the provider or a partner keeps ready, without a table. A project takes one over as its own; where it came from stays noted.
create table library_structures (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid default weft_partner() references partners (id) on delete cascade,
  class_name text not null,
  table_name text not null,
  label text not null,
  description text not null default '',
  version int not null default 1,
  published boolean not null default false,
  locked boolean not null default false,
  data_versioning boolean not null default false,
  structural_versioning boolean not null default true,
  structure_check boolean not null default true,
  on_empty_import text not null default 'keep',
  content_identifier text not null default '',
  fields jsonb not null default '[]',
  queries jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (partner_id, class_name),
  unique nulls not distinct (partner_id, table_name)
);
call weft_protect('library_structures', 'partner');
-- The provider's own are not a partner's, and no tenant changes either.
alter policy scope on library_structures
  using (weft_level() = 'provider' and partner_id is null or weft_level() = 'partner' and partner_id = weft_partner())
  with check (weft_level() = 'provider' and partner_id is null or weft_level() = 'partner' and partner_id = weft_partner());
-- A tenant is offered what the provider and his partner have published.
create policy offered on library_structures for select using (weft_level() = 'tenant' and published and (partner_id is null or partner_id = (select t.partner_id from tenants t where t.id = weft_tenant())));
call weft_audited('library_structures');

alter table data_structures
  add column taken_from uuid references library_structures (id) on delete set null,
  add column taken_version int;
