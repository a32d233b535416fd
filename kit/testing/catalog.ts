import type pg from 'pg'

/** Everything a control database is made of but its rows, one line each: what two databases differ in is what these differ in. */
const lines = {
  columns: `
    select format('%s.%s %s %s%s default %s identity %s', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
      coalesce(pg_get_expr(d.adbin, d.adrelid), '-'), concat(a.attidentity, a.attgenerated))
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'c')`,
  tables: `
    select format('%s %s rows secured %s forced %s options %s', c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'S')`,
  constraints: `
    select format('%s %s %s valid %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid), c.convalidated)
    from pg_constraint c where c.connamespace = 'public'::regnamespace`,
  indexes: `select indexdef from pg_indexes where schemaname = 'public'`,
  policies: `
    select format('%s %s %s %s to %s using %s check %s', tablename, policyname, permissive, cmd,
      (select string_agg(role, ',' order by role) from unnest(roles::text[]) role), qual, with_check)
    from pg_policies where schemaname = 'public'`,
  triggers: `
    select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  functions: `
    select pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '')
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')`,
  grants: `
    select format('%s %s to %s', c.relname, g.privilege_type, case when g.grantee = 0 then 'public' else g.grantee::regrole::text end)
    from pg_class c, aclexplode(c.relacl) g where c.relnamespace = 'public'::regnamespace`,
  sequences: `
    select format('%s as %s from %s to %s start %s by %s cycle %s', sequencename, data_type, min_value, max_value, start_value, increment_by, cycle)
    from pg_sequences where schemaname = 'public'`,
  comments: `
    select format('%s %s %s', pg_describe_object(classoid, objoid, objsubid), objsubid, description) from pg_description
    where objoid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  types: `
    select format('%s %s', t.typname, t.typtype) from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r') or t.typnamespace = 'public'::regnamespace and c.relkind = 'c'`,
  schemas: `select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  extensions: `select extname from pg_extension`,
}

export type Catalog = Record<keyof typeof lines, string[]>

/** The catalogue of a control database, each kind of thing sorted. */
export async function readCatalog(client: pg.Client | pg.Pool): Promise<Catalog> {
  const read = async (statement: string) =>
    (await client.query<[string]>({ text: statement, rowMode: 'array' })).rows.map(([line]) => line).sort()
  const found: Partial<Catalog> = {}
  for (const [kind, statement] of Object.entries(lines)) found[kind as keyof Catalog] = await read(statement)
  return found as Catalog
}
