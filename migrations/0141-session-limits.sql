-- How long a session lasts is what the settings said when it began.
alter table sessions add column idle_minutes int not null default 60, add column hours int not null default 24;
