-- The planner looks into the statistics for what a policy compares with: of a bare function it takes the value, of a `(select …)` it knows
-- nothing and takes every tenant for an average one. With a fifth of a million jobs in one tenant, a page of its jobs took 78 s that way.
-- A row that no index has chosen pays about 1 µs for the function; where a query says itself whose rows it reads, it is compared once.

-- Opens the rows of a table that the rule names to these levels, for everything or for one command.
create or replace procedure weft_open(name text, levels text[], rule text, command text default 'all') language plpgsql as $$
declare
  level text;
  bare constant text := regexp_replace(rule, '\(select (weft_\w+\(\))\)', '\1', 'g');
  clauses text := case command
    when 'all' then 'using (%1$s) with check (%1$s)'
    when 'update' then 'using (%1$s) with check (%1$s)'
    when 'insert' then 'with check (%1$s)'
    else 'using (%1$s)'
  end;
begin
  foreach level in array levels loop
    execute format('create policy %I on %I for %s to %I ', concat_ws('_', level, nullif(command, 'all')), name, command, 'weft_' || level) || format(clauses, bare);
    execute format('grant %s on %I to %I', case command when 'all' then 'select, insert, update, delete' else command end, name, 'weft_' || level);
  end loop;
end $$;

do $$
declare
  one record;
  inside constant text := '\( SELECT (weft_\w+\(\)) AS weft_\w+\)';
begin
  for one in
    select p.polname as name, p.polrelid::regclass as table, pg_get_expr(p.polqual, p.polrelid) as seen, pg_get_expr(p.polwithcheck, p.polrelid) as written
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~ inside
  loop
    execute format('alter policy %I on %s', one.name, one.table)
      || coalesce(' using (' || regexp_replace(one.seen, inside, '\1', 'g') || ')', '')
      || coalesce(' with check (' || regexp_replace(one.written, inside, '\1', 'g') || ')', '');
  end loop;
end $$;
