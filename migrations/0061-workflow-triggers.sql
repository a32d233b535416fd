-- What starts a workflow, as its document said at the last save, so lists need not read documents: [{ step, element, label, settings }].
alter table workflows add column triggers jsonb not null default '[]';
