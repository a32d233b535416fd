-- Every entity tells when it changed; a kept mail does when it is sent.
alter table mail_logs add column updated_at timestamptz not null default now();
create trigger touch before update on mail_logs for each row execute function weft_touch();
create index on mail_logs (project_id, created_at desc);
