-- A group of settings is one row under the name of its path.
update settings set key = 'email' where key = 'email.transport';
update settings set key = 'egress', value = jsonb_build_object('allow', value) where key = 'egress.allow';
