-- Sign-in of connections by OAuth2.

-- What a connection signs in with: access token and refresh token, sealed. `settings` tells for which settings they were given.
-- Whoever refreshes holds the row meanwhile.
create table connection_tokens (
  connection_id uuid primary key references connections (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  tokens bytea,
  settings text not null default '',
  signed_in_at timestamptz
);
create index on connection_tokens (tenant_id);

-- Somebody is on the way to the provider and back: once, within ten minutes, and only they. `state` is kept as its hash.
create table connection_sign_ins (
  state text primary key,
  connection_id uuid not null references connections (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  verifier bytea not null,
  callback text not null,
  settings text not null,
  expires_at timestamptz not null
);
create index on connection_sign_ins (connection_id);
create index on connection_sign_ins (tenant_id);
create index on connection_sign_ins (user_id);

do $$
declare name text;
begin
  foreach name in array array['connection_tokens', 'connection_sign_ins'] loop
    call weft_close(name);
    call weft_open(name, '{tenant}', 'tenant_id = (select weft_tenant())');
    call weft_open(name, '{project}', 'tenant_id = (select weft_tenant()) and connection_id = any (array(select c.id from connections c))');
    call weft_open(name, '{system}', 'true');
  end loop;
end $$;
