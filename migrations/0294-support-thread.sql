-- A support request goes to and fro: what was said after it, by whoever asked and by the provider, in its order.
alter table support_requests add column messages jsonb not null default '[]';
update support_requests set messages = jsonb_build_array(jsonb_build_object('by', 'provider', 'name', '', 'text', answer, 'at', updated_at)) where answer <> '';
alter table support_requests drop column answer;
