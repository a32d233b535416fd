-- An element of the catalogue that somebody has narrowed for those below him: the provider (neither partner nor tenant), a partner or a tenant.
create table element_limits (
  id uuid primary key default gen_random_uuid(),
  element text not null,
  partner_id uuid references partners (id) on delete cascade,
  tenant_id uuid references tenants (id) on delete cascade,
  -- Who may still use it: tenants, where the limit is the provider's or a partner's, else projects. Nobody: it is switched off.
  allowed uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (partner_id is null or tenant_id is null)
);
create unique index element_limits_key on element_limits (element, partner_id, tenant_id) nulls not distinct;
create index on element_limits (partner_id);
create index on element_limits (tenant_id);
alter table element_limits enable row level security;
alter table element_limits force row level security;
create policy scope on element_limits
  using (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner())
  with check (weft_level() in ('provider', 'system') or tenant_id = weft_tenant() or partner_id = weft_partner());
grant select, insert, update, delete on element_limits to weft_app;
create trigger touch before update on element_limits for each row execute function weft_touch();
call weft_audited('element_limits');

-- What the project (or tenant) that asks may not use, and by whose word. Any level can only take away, so one limit is enough.
create function weft_elements_off() returns table (element text, level text) language plpgsql as $$
declare
  mine uuid := weft_tenant();
  here uuid := weft_project();
  before jsonb := weft_enter_scope('system');
begin
  return query
    select distinct on (l.element) l.element, case when l.tenant_id is not null then 'tenant' when l.partner_id is not null then 'partner' else 'provider' end
    from element_limits l
    where (l.tenant_id = mine or (l.tenant_id is null and (l.partner_id is null or l.partner_id = (select t.partner_id from tenants t where t.id = mine))))
      and not coalesce(case when l.tenant_id is null then mine else here end = any (l.allowed), false)
    order by l.element, l.tenant_id nulls first, l.partner_id nulls first;
  perform weft_leave_scope(before);
end $$;

-- The elements a workflow's text names. A text inside of a setting may look like one: good enough for telling where something is used.
create function weft_elements_in(source text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct m[1]), '{}') from regexp_matches(source, '(?:^|[\s{,])["'']?element["'']?\s*:\s*["'']?([a-z][a-z0-9_.]*)', 'g') m
$$;
create index workflows_elements on workflows using gin (weft_elements_in(source));

-- Which workflows below the caller use which elements: all, or those that use one of `wanted`.
create function weft_element_uses(wanted text[] default null) returns table (element text, workflow_id uuid, workflow text, active boolean, tenant_id uuid, tenant text) language plpgsql as $$
declare
  asking text := weft_level();
  of_partner uuid := weft_partner();
  mine uuid := weft_tenant();
  before jsonb := weft_enter_scope('system');
begin
  return query
    select e.key, w.id, w.label, w.active and w.published, t.id, t.name
    from workflows w join tenants t on t.id = w.tenant_id cross join lateral unnest(weft_elements_in(w.source)) as e(key)
    where (wanted is null or (weft_elements_in(w.source) && wanted and e.key = any (wanted)))
      and case asking when 'tenant' then t.id = mine when 'partner' then t.partner_id = of_partner else asking in ('provider', 'system') end
    order by t.name, w.label;
  perform weft_leave_scope(before);
end $$;
