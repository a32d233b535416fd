-- What is said around a project, in one place: mails that came beside those that left, who wrote a note, and which project a notice or a
-- question to the provider is about.
alter table mail_logs
  drop constraint mail_logs_status_check,
  add constraint mail_logs_status_check check (status in ('kept', 'sent', 'failed', 'received'));
create index on mail_logs (project_id, created_at desc) where status = 'received';

alter table notes add column written_by uuid default weft_user() references users (id) on delete set null;
create index on notes (written_by);
drop index notes_project_id_idx;
create index on notes (project_id, created_at desc);

alter table notifications add column project_id uuid references projects (id) on delete cascade;
create index on notifications (project_id) where project_id is not null;
alter table support_requests add column project_id uuid references projects (id) on delete set null;
create index on support_requests (project_id) where project_id is not null;

-- Which tenant a project belongs to decides who may watch it.
call weft_open('projects', '{system}', 'true', 'select');

-- Whoever looks at a project hears that something was said, whoever wrote it.
create function weft_communicated() returns trigger language plpgsql as $$
begin
  perform pg_notify('weft_silent', json_build_object(
    'to', json_build_object('topic', 'project:' || project_id), 'event', json_build_object('type', 'communication'))::text)
  from (select distinct project_id from changed where project_id is not null) c;
  return null;
end $$;
do $$
declare
  name text;
begin
  foreach name in array '{mail_logs,notes,approvals}'::text[] loop
    execute format('create trigger communicated_insert after insert on %I referencing new table as changed for each statement execute function weft_communicated()', name);
    execute format('create trigger communicated_update after update on %I referencing new table as changed for each statement execute function weft_communicated()', name);
    execute format('create trigger communicated_delete after delete on %I referencing old table as changed for each statement execute function weft_communicated()', name);
  end loop;
end $$;
