-- A refused record as somebody has corrected it; what was refused stays beside it.
alter table record_errors
  add column corrected jsonb,
  add column corrected_by uuid references users (id) on delete set null;
