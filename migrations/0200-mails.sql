-- A mail is kept as it was sent, in both its bodies; codes and links in it are not.
alter table mail_logs
  add column html text not null default '',
  add column language text not null default '',
  add column workflow_id uuid references workflows (id) on delete set null,
  -- There was a code or link in it: it cannot be sent once more from here.
  add column masked boolean not null default false,
  -- What was said with the mail server, as far as the settings want it kept.
  add column dialogue text not null default '',
  add column resent_from uuid references mail_logs (id) on delete set null;
create index on mail_logs (workflow_id);
create index on mail_logs (resent_from);
create index on mail_logs (created_at desc) where tenant_id is null;

-- How a kind of mail is worded where it is not as shipped: by the provider for all, or by a tenant for his own.
create table mail_templates (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid default weft_tenant() references tenants (id) on delete cascade,
  class_name text not null,
  language text not null check (language in ('en', 'de')),
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (tenant_id, class_name, language)
);
call weft_protect('mail_templates', 'tenant', true);
create policy own on mail_templates using (tenant_id is null and weft_level() = 'provider') with check (tenant_id is null and weft_level() = 'provider');
call weft_audited('mail_templates');
