-- Answers lay here in clear, tokens and secrets among them, and for ever. Nothing here is older than a day from now on, so all of it may go.
truncate idempotency_keys;
alter table idempotency_keys
  drop column answer,
  -- Encrypted. None while the request is being worked on, and none of an answer that is too large or a stream.
  add column answer bytea,
  -- Who works on the request, and until when that holds; renewed for as long as somebody does.
  add column lease uuid not null,
  add column leased_until timestamptz not null;
create index on idempotency_keys (created_at);
