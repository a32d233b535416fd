-- What stands still, from when it was noticed until it went on. Whoever is to know was told of each once.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('machine_silent', 'machine_failed', 'claiming_fails', 'queue', 'job', 'database')),
  -- Which machine, queue, job or database server; one open alert for each.
  subject text not null,
  name text not null,
  detail text not null default '',
  owner_tenant_id uuid references tenants (id) on delete cascade,
  began_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- At how many looks it stood still: what is seen once may be a blip.
  looks int not null default 1,
  ended_at timestamptz,
  begin_told boolean not null default false,
  end_told boolean not null default false
);
create unique index alerts_open on alerts (kind, subject) where ended_at is null;
create index alerts_untold on alerts (began_at) where not begin_told or not end_told;
create index alerts_by_time on alerts (began_at desc);
create index alerts_by_tenant on alerts (owner_tenant_id);
call weft_protect('alerts', 'provider');
