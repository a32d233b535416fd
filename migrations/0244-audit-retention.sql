-- Entries of the audit log may go once they are archived, and never while they are younger than a month.
create policy archive on audit_logs for delete using (weft_level() = 'system' and at < now() - interval '30 days');
alter table retention_runs add column audit_logs bigint not null default 0;
