-- How much may be brought at once; the provider changes it under Admin > Settings.
insert into settings (key, value) values ('uploads', '{"megabytes": 200, "files": 20}') on conflict (key) do nothing;
