-- Files with data may be large; pictures and attachments have a limit of their own.
update settings set value = value || jsonb_build_object('data_megabytes', value->'megabytes', 'megabytes', 4) where key = 'uploads' and not value ? 'data_megabytes';
-- The limits of requests are a group.
insert into settings (key, value)
  select 'requests', jsonb_build_object('webhook_per_minute', value) from settings where key = 'webhook.per_minute' and jsonb_typeof(value) = 'number'
  on conflict (key) do update set value = settings.value || excluded.value;
delete from settings where key = 'webhook.per_minute';
