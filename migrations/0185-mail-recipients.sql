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
