-- What a text template is given beside the fields of its data structure: names, with a type and a sample for the preview.
alter table text_templates add column variables jsonb not null default '[]';
