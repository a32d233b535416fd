-- Mails, and who is told of jobs.

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

-- How a kind of mail is worded where it is not as shipped: by the provider for all, or by a tenant for its own.
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
call weft_open('mail_templates', '{provider}', 'tenant_id is null');
call weft_audited('mail_templates');

create table mail_logs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid default weft_project() references projects (id) on delete cascade,
  key text unique,
  class_name text not null default '',
  title text not null,
  status text not null default 'kept' check (status in ('kept', 'sent', 'failed')),
  recipient text not null,
  sender text not null default '',
  body text not null default '',
  parameters jsonb not null default '{}',
  error text,
  job_id uuid,
  created_at timestamptz not null default now(),
  -- Every entity tells when it changed; a kept mail does when it is sent.
  updated_at timestamptz not null default now(),
  -- A mail is kept as it was sent, in both its bodies; codes and links in it are not.
  html text not null default '',
  language text not null default '',
  workflow_id uuid references workflows (id) on delete set null,
  -- There was a code or link in it: it cannot be sent once more from here.
  masked boolean not null default false,
  -- What was said with the mail server, as far as the settings want it kept.
  dialogue text not null default '',
  resent_from uuid references mail_logs (id) on delete set null
);
create index on mail_logs (project_id, created_at desc);
create index on mail_logs using brin (created_at);
create index on mail_logs (workflow_id);
create index on mail_logs (resent_from);
create index on mail_logs (created_at desc) where tenant_id is null;
call weft_protect('mail_logs', 'project', true);
call weft_open('mail_logs', '{provider}', 'tenant_id is null');

-- Who gets which mails about the workflows of a project.
create table mail_recipients (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  -- One address or several, by comma or semicolon.
  recipient text not null,
  class_name text not null check (class_name in ('workflow_failed', 'workflow_warning', 'workflow_aborted')),
  -- Nothing: every workflow of the project.
  workflow_id uuid references workflows (id) on delete cascade,
  also text not null default 'nobody' check (also in ('nobody', 'users', 'admins')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on mail_recipients (project_id, class_name);
create index on mail_recipients (workflow_id);
call weft_protect('mail_recipients', 'project', true);
call weft_audited('mail_recipients');

-- Runs whose end is still to be told by mail.
create table mail_notices (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  workflow_id uuid not null references workflows (id) on delete cascade,
  job_id uuid not null references jobs (id) on delete cascade,
  class_name text not null,
  created_at timestamptz not null default now(),
  unique (job_id)
);
create index on mail_notices (created_at);
create index on mail_notices (workflow_id);
call weft_protect('mail_notices', 'project', true);

-- When the next mail of a class about a workflow may go: what ends in between is told together.
create table mail_notice_turns (
  workflow_id uuid not null references workflows (id) on delete cascade,
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  class_name text not null,
  next_at timestamptz not null,
  primary key (workflow_id, class_name)
);
call weft_protect('mail_notice_turns', 'project', true);

-- Who gets the newsletter, and who has said that they want none.
create table newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null default '',
  language text not null default 'de' check (language in ('en', 'de')),
  -- Pending: the link in the mail has not been followed yet.
  status text not null default 'pending' check (status in ('pending', 'subscribed', 'unsubscribed')),
  source text not null default 'admin' check (source in ('admin', 'page', 'mail')),
  asked_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index newsletter_subscribers_email_key on newsletter_subscribers (lower(email));
call weft_protect('newsletter_subscribers', 'provider');
call weft_audited('newsletter_subscribers');

-- A newsletter: what it says in each language and to whom it goes.
create table newsletter_campaigns (
  id uuid primary key default gen_random_uuid(),
  label text not null,
  audience text not null default 'subscribers' check (audience in ('subscribers', 'partners', 'tenants', 'users')),
  subject_en text not null default '',
  body_en text not null default '',
  subject_de text not null default '',
  body_de text not null default '',
  status text not null default 'draft' check (status in ('draft', 'sending', 'sent', 'cancelled')),
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('newsletter_campaigns', 'provider');
call weft_audited('newsletter_campaigns');

-- One mail of a newsletter. `sending` is written before the mail server hears of it: what is found so after a crash may have arrived
-- and is never sent once more.
create table newsletter_deliveries (
  campaign_id uuid not null references newsletter_campaigns (id) on delete cascade,
  email text not null,
  name text not null default '',
  language text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'kept', 'failed', 'unsure', 'cancelled')),
  error text,
  claimed_at timestamptz,
  done_at timestamptz,
  primary key (campaign_id, email)
);
create index on newsletter_deliveries (campaign_id) where status = 'waiting';
create index on newsletter_deliveries (claimed_at) where status = 'sending';
call weft_protect('newsletter_deliveries', 'provider');

-- In the transaction that ends a job, whoever ends it. A run that went well pays nothing.
create function weft_mail_notice() returns trigger language plpgsql as $$
declare
  class text := case new.status when 'error' then 'workflow_failed' when 'warning' then 'workflow_warning' else 'workflow_aborted' end;
begin
  if exists (select from mail_recipients r where r.project_id = new.project_id and r.class_name = class and (r.workflow_id is null or r.workflow_id = new.workflow_id))
    or (class <> 'workflow_aborted' and exists (select from workflows w where w.id = new.workflow_id and w.email_recipient <> '')) then
    insert into mail_notices (tenant_id, project_id, workflow_id, job_id, class_name) values (new.tenant_id, new.project_id, new.workflow_id, new.id, class) on conflict do nothing;
  end if;
  return null;
end $$;

create trigger mail_notice after update on jobs for each row
  when (new.finished_at is not null and old.finished_at is null and new.workflow_id is not null and new.status in ('error', 'warning', 'aborted')) execute function weft_mail_notice();
