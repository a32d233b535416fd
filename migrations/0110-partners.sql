-- What a partner says about itself.

-- What a partner keeps of itself and of those who may become customers.
create table leads (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid not null default weft_partner() references partners (id) on delete cascade,
  company text not null,
  contact_person text not null default '',
  email text not null default '',
  phone text not null default '',
  status text not null default 'new',
  source text not null default '',
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on leads (partner_id);
call weft_protect('leads', 'partner');
call weft_audited('leads');

create table certificates (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid not null default weft_partner() references partners (id) on delete cascade,
  name text not null,
  issuer text not null default '',
  issued_on date,
  valid_until date,
  url text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on certificates (partner_id);
call weft_protect('certificates', 'partner');
call weft_audited('certificates');

create table contact_persons (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid not null default weft_partner() references partners (id) on delete cascade,
  name text not null,
  position text not null default '',
  email text not null default '',
  phone text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on contact_persons (partner_id);
call weft_protect('contact_persons', 'partner');
call weft_audited('contact_persons');

create table partner_references (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid not null default weft_partner() references partners (id) on delete cascade,
  title text not null,
  customer text not null default '',
  year int,
  url text not null default '',
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on partner_references (partner_id);
call weft_protect('partner_references', 'partner');
call weft_audited('partner_references');

create table partner_services (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid not null default weft_partner() references partners (id) on delete cascade,
  name text not null,
  kind text not null default 'implementation',
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on partner_services (partner_id);
call weft_protect('partner_services', 'partner');
call weft_audited('partner_services');
