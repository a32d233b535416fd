-- PostgreSQL that cannot archive its log keeps it until its disk is full.
alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (kind in ('machine_silent', 'machine_failed', 'claiming_fails', 'queue', 'job', 'database', 'archive'));
