-- Each time this installation was brought back from a backup. Until somebody releases it nothing begins by itself.
create table restorations (
  id uuid primary key default gen_random_uuid(),
  -- The moment the records and definitions are of: what happened later is not in them.
  made_at timestamptz not null,
  restored_at timestamptz not null default now(),
  released_at timestamptz,
  released_by uuid references users (id) on delete set null
);
create unique index restorations_one_held on restorations ((true)) where released_at is null;
create index restorations_by_releaser on restorations (released_by);
call weft_protect('restorations', 'provider');
call weft_audited('restorations');
