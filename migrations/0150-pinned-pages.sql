-- The pages somebody has pinned to their menu, in their order.
create table pinned_pages (
  user_id uuid primary key default weft_user() references users (id) on delete cascade,
  pages jsonb not null default '[]'
);
call weft_close('pinned_pages');
call weft_open('pinned_pages', '{tenant,project,partner,provider}', 'user_id = (select weft_user())');
