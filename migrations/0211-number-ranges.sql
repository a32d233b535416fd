-- Numbers of tenants, partners and runs. What a range looks like is a setting; how far it has come is counted here, for the installation
-- or, for runs, each tenant by himself. Taking a number locks its counter until the transaction ends, so that none is lost or given twice.
insert into settings (key, value) values ('number_ranges', '{"tenants_prefix": "", "tenants_from": 10001, "tenants_width": 5, "partners_prefix": "", "partners_from": 70001, "partners_width": 5,
  "process_iterations_prefix": "R-", "process_iterations_from": 1, "process_iterations_width": 6, "process_logs_prefix": "L-", "process_logs_width": 8}');

create table number_counters (
  range text not null,
  owner uuid not null default '00000000-0000-0000-0000-000000000000',
  last bigint not null,
  primary key (range, owner)
);
alter table number_counters enable row level security;
alter table number_counters force row level security;
create policy scope on number_counters using (weft_level() in ('system', 'provider')) with check (weft_level() in ('system', 'provider'));
grant select, insert, update, delete on number_counters to weft_app;
insert into number_counters (range, last)
  select 'tenants', max(number::bigint) from tenants where number ~ '^[0-9]{1,15}$' having count(*) > 0
  union all select 'partners', max(number::bigint) from partners where number ~ '^[0-9]{1,15}$' having count(*) > 0;

create function weft_number(range text, nth bigint) returns text language sql stable as $$
  select coalesce(value ->> (range || '_prefix'), '') || lpad(nth::text, greatest((value ->> (range || '_width'))::int, length(nth::text)), '0') from settings where key = 'number_ranges'
$$;
create function weft_next_number(range text) returns text language plpgsql as $$
declare
  first bigint := (select (value ->> (range || '_from'))::bigint from settings where key = 'number_ranges');
  nth bigint;
begin
  insert into number_counters as c (range, last) values (weft_next_number.range, first)
    on conflict on constraint number_counters_pkey do update set last = greatest(c.last + 1, first) returning last into nth;
  return weft_number(weft_next_number.range, nth);
end $$;

alter table jobs add column number text;
