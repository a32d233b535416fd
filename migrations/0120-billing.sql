-- Usage, contracts, invoices.

-- What a run has used, written in the transaction that ends it, so that it is neither lost nor counted twice; the meter adds it up by
-- the day. No key and no index: a thousand small runs a second write a line each here and nothing else.
create table usage_ends (
  tenant_id uuid not null,
  project_id uuid not null,
  day date not null,
  excluded boolean not null,
  runs int not null,
  records bigint not null
);
call weft_protect('usage_ends', 'tenant', true);

-- Runs and records of a project by the day in UTC; those of workflows that are excluded from billing stand apart. A deleted project's stay.
create table usage_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  project_id uuid not null,
  day date not null,
  runs bigint not null default 0,
  records bigint not null default 0,
  excluded_runs bigint not null default 0,
  excluded_records bigint not null default 0,
  primary key (tenant_id, day, project_id)
);
call weft_close('usage_days');
call weft_open('usage_days', '{tenant,project}', 'tenant_id = (select weft_tenant())', 'select');
call weft_open('usage_days', '{partner}', 'tenant_id = any (array(select t.id from tenants t where t.partner_id = (select weft_partner())))', 'select');
call weft_open('usage_days', '{provider}', 'true', 'select');
call weft_open('usage_days', '{system}', 'true');

-- What a tenant's databases and files took up when they were measured that day.
create table storage_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  day date not null,
  database_bytes bigint not null default 0,
  file_bytes bigint not null default 0,
  measured_at timestamptz not null default now(),
  primary key (tenant_id, day)
);
call weft_close('storage_days');
call weft_open('storage_days', '{tenant,project}', 'tenant_id = (select weft_tenant())', 'select');
call weft_open('storage_days', '{partner}', 'tenant_id = any (array(select t.id from tenants t where t.partner_id = (select weft_partner())))', 'select');
call weft_open('storage_days', '{provider}', 'true', 'select');
call weft_open('storage_days', '{system}', 'true');

-- The price list. Prices of usage are for 1,000 runs, 1,000,000 records and a GB a month beyond what is included.
create table plans (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  description text not null default '',
  active boolean not null default true,
  base_fee numeric not null default 0 check (base_fee >= 0),
  included_runs bigint not null default 0 check (included_runs >= 0),
  run_price numeric not null default 0 check (run_price >= 0),
  included_records bigint not null default 0 check (included_records >= 0),
  record_price numeric not null default 0 check (record_price >= 0),
  included_gb int not null default 0 check (included_gb >= 0),
  gb_price numeric not null default 0 check (gb_price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_close('plans');
call weft_open('plans', '{tenant,project,partner}', 'true', 'select');
call weft_open('plans', '{provider,system}', 'true');
call weft_touched('plans');
call weft_audited('plans');

-- A tenant's contract has a tenant; with a partner beside it, that partner pays. One with a partner alone is the partner's own and covers
-- those of its tenants that have none.
create table contracts (
  id uuid primary key default gen_random_uuid(),
  number int generated always as identity (start with 1001),
  tenant_id uuid references tenants (id) on delete cascade,
  partner_id uuid references partners (id) on delete cascade,
  plan_id uuid not null references plans (id),
  start_on date not null,
  term_months int not null default 12 check (term_months between 1 and 60),
  notice_months int not null default 3 check (notice_months between 0 and 12),
  status text not null default 'active' check (status in ('active', 'cancelled', 'ended')),
  cancelled_on date,
  cancel_reason text not null default '',
  ends_on date check (ends_on >= start_on),
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index contracts_tenant on contracts (tenant_id) where status <> 'ended';
create unique index contracts_partner on contracts (partner_id) where status <> 'ended' and tenant_id is null;
create index on contracts (partner_id);
create index on contracts (tenant_id);
call weft_protect_account('contracts');
call weft_audited('contracts');

create table contract_documents (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references contracts (id) on delete cascade,
  tenant_id uuid,
  partner_id uuid,
  title text not null,
  file_name text not null,
  path text not null,
  size bigint not null,
  sha256 text not null,
  uploaded_by text not null default '',
  created_at timestamptz not null default now()
);
create index on contract_documents (contract_id);
create index on contract_documents (tenant_id);
create index on contract_documents (partner_id);
call weft_protect_account('contract_documents');
call weft_audited('contract_documents');

-- A run of invoices for a month; whoever finds one running goes on with it.
create table invoice_runs (
  id uuid primary key default gen_random_uuid(),
  period date not null check (extract(day from period) = 1),
  mode text not null default 'drafts' check (mode in ('drafts', 'issue')),
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  total int not null default 0,
  done int not null default 0,
  invoices int not null default 0,
  nothing_due int not null default 0,
  already_there int not null default 0,
  -- Who could not be billed, and why.
  problems jsonb not null default '[]',
  error text,
  started_by text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index invoice_runs_one on invoice_runs ((true)) where status = 'running';
create index on invoice_runs (created_at desc);
call weft_protect('invoice_runs', 'provider');

create table invoices (
  id uuid primary key default gen_random_uuid(),
  -- A draft has none.
  number text unique,
  kind text not null default 'invoice' check (kind in ('invoice', 'cancellation')),
  status text not null default 'draft' check (status in ('draft', 'issued', 'cancelled')),
  -- Who pays: one of the two.
  tenant_id uuid references tenants (id) on delete set null,
  partner_id uuid references partners (id) on delete set null,
  period date not null,
  -- Of a cancellation: what it cancels.
  cancels_id uuid references invoices (id),
  language text not null default 'de',
  currency text not null default 'EUR',
  seller jsonb not null default '{}',
  recipient jsonb not null default '{}',
  lines jsonb not null default '[]',
  taxes jsonb not null default '[]',
  tax_note text not null default '',
  payment jsonb not null default '{}',
  net numeric not null default 0,
  tax numeric not null default 0,
  gross numeric not null default 0,
  issued_on date,
  due_on date,
  -- SHA-256 of everything above, written with the number; and of the file.
  hash text,
  pdf_path text,
  pdf_hash text,
  mail text not null default 'none' check (mail in ('none', 'kept', 'sent', 'failed')),
  mailed_at timestamptz,
  run_id uuid references invoice_runs (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status = 'draft' or (number is not null and hash is not null and issued_on is not null))
);
-- Never two for the same month, unless the other was cancelled.
create unique index invoices_tenant_month on invoices (tenant_id, period) where kind = 'invoice' and status <> 'cancelled' and tenant_id is not null;
create unique index invoices_partner_month on invoices (partner_id, period) where kind = 'invoice' and status <> 'cancelled' and partner_id is not null;
create unique index invoices_cancelled_once on invoices (cancels_id) where cancels_id is not null;
create index on invoices (issued_on desc, number desc);
create index on invoices (run_id);
create index on invoices (tenant_id, issued_on desc);
create index on invoices (partner_id, issued_on desc);
call weft_protect_account('invoices');
call weft_audited('invoices');

-- The last number given in a year. Taken in the transaction that issues, so that none is left out.
create table invoice_numbers (
  year int primary key,
  last int not null
);
call weft_protect('invoice_numbers', 'provider');

create table payments (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id) on delete set null,
  partner_id uuid references partners (id) on delete set null,
  invoice_id uuid references invoices (id),
  amount numeric not null check (amount <> 0),
  currency text not null default 'EUR',
  paid_on date not null,
  method text not null default 'transfer' check (method in ('transfer', 'sepa', 'other')),
  note text not null default '',
  recorded_by text not null default '',
  created_at timestamptz not null default now()
);
create index on payments (invoice_id);
create index on payments (tenant_id, paid_on);
create index on payments (partner_id, paid_on);
call weft_protect_account('payments');
call weft_audited('payments');

create table payment_methods (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid default weft_tenant() references tenants (id) on delete cascade,
  partner_id uuid default weft_partner() references partners (id) on delete cascade,
  kind text not null check (kind in ('sepa', 'transfer')),
  mandate_reference text unique,
  account_holder text not null default '',
  iban text not null default '',
  bic text not null default '',
  signed_on date,
  status text not null default 'active' check (status in ('active', 'revoked')),
  revoked_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index payment_methods_tenant on payment_methods (tenant_id) where status = 'active' and tenant_id is not null;
create unique index payment_methods_partner on payment_methods (partner_id) where status = 'active' and partner_id is not null;
create index on payment_methods (tenant_id);
create index on payment_methods (partner_id);
call weft_protect_account('payment_methods');
call weft_audited('payment_methods');

-- A run counts when it began, however it ended; what was called by another run is part of that one, though its records count.
create function weft_count_usage() returns trigger language plpgsql as $$
begin
  insert into usage_ends (tenant_id, project_id, day, excluded, runs, records)
  select new.tenant_id, new.project_id, (new.finished_at at time zone 'UTC')::date, w.exclude_from_billing, case when new.parent_job_id is null then 1 else 0 end, new.records_out
  from workflows w where w.id = new.workflow_id;
  return null;
end $$;

-- An issued invoice stays as it is: what may still be said of it is that it was cancelled, filed and mailed.
create function weft_invoice_stays() returns trigger language plpgsql as $$
declare
  later text[] := '{status,pdf_path,pdf_hash,mail,mailed_at,updated_at,tenant_id,partner_id,run_id}';
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' then raise exception 'invoice % is issued and stays', old.number using errcode = 'restrict_violation'; end if;
    return old;
  end if;
  if old.status <> 'draft' and (to_jsonb(new) - later <> to_jsonb(old) - later or new.status = 'draft' or (old.pdf_hash is not null and new.pdf_hash is distinct from old.pdf_hash)) then
    raise exception 'invoice % is issued and stays as it is', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger usage after update on jobs for each row
  when (new.finished_at is not null and old.finished_at is null and new.started_at is not null) execute function weft_count_usage();

create trigger stays before update or delete on invoices for each row execute function weft_invoice_stays();
