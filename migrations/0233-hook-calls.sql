-- How many calls of a webhook the machines have leased in a minute, and how many the last of them. Nothing is lost with it, so it is not written ahead.
create unlogged table hook_calls (
  token_id uuid primary key references workflow_tokens on delete cascade,
  minute timestamptz not null,
  taken int not null,
  leased int not null
);
call weft_protect('hook_calls', 'provider');
