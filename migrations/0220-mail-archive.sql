-- What a tenant's mails say lies in its document store an hour after they were written; a row keeps how its text begins.
alter table mail_logs add column archived_at timestamptz;
create index mail_logs_to_archive on mail_logs (tenant_id, created_at) where archived_at is null and tenant_id is not null;
