import pg from 'pg'

/** A value of each column type for row `g`, in SQL. */
const values: Record<string, string> = {
  text: `'x' || g`,
  uuid: 'pg_temp.nth(g)',
  int4: 'g',
  int8: 'g',
  bool: 'true',
  jsonb: `'{}'`,
  bytea: `convert_to('x' || g, 'UTF8')`,
  timestamptz: `now() - g * interval '1 minute'`,
  date: 'current_date - g',
  float8: 'g',
  numeric: 'g',
  _text: `'{}'`,
  _uuid: `'{}'`,
}

/** Columns that say whose a row is, as many rows each tenant, and each partner of two tenants. */
const owners: Record<string, string> = {
  tenant_id: 'pg_temp.nth(1 + (g - 1) % 500)',
  project_id: 'pg_temp.nth(1 + (g - 1) % 500)',
  user_id: 'pg_temp.nth(1 + (g - 1) % 500)',
  partner_id: 'pg_temp.nth(1 + (g - 1) % 250)',
}

/** The id of the first row of every table, and of the tenant, project, user and partner it belongs to. */
export const firstId = 'c4ca4238-a0b9-4382-adcc-509a6f75849b'

/**
 * Puts 5,000 rows of 500 tenants into every table that belongs to somebody, ten each, past constraints and as superuser: only how many
 * of them a query reads matters. Rows of the same number belong together. Answers the tables that took them all: some hold one row for
 * each tenant. Needs the owner's connection.
 */
export async function fillWithManyTenants(client: pg.Client): Promise<string[]> {
  await client.query(`set session_replication_role = replica;
    create function pg_temp.nth(g int) returns uuid immutable language sql return overlay(overlay(md5(g::text) placing '4' from 13) placing 'a' from 17)::uuid;
    insert into partners (id, name, workspace, api_token) select pg_temp.nth(g), 'p' || g, 'p' || g, 'p' || g from generate_series(1, 250) g;
    insert into tenants (id, name, workspace, api_token, partner_id, active, initialized, status)
      select pg_temp.nth(g), 't' || g, 't' || g, 't' || g, pg_temp.nth(1 + (g - 1) % 250), true, true, 'active' from generate_series(1, 500) g`)
  const { rows: columns } = await client.query<Column>(columnsOfOwned, [Object.keys(owners)])
  await client.query(dropChecks)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const full: string[] = []
  for (const [table, own] of tables) {
    const written = own.filter(({ name, needed }) => needed || name === 'id' || name in owners)
    const names = written.map(({ name }) => client.escapeIdentifier(name)).join(', ')
    const { rowCount } = await client.query(
      `insert into ${client.escapeIdentifier(table)} (${names}) select ${written.map(valueOf).join(', ')} from generate_series(1, 5000) g on conflict do nothing`,
    )
    if (rowCount === 5000) full.push(table)
  }
  await client.query('set session_replication_role = origin; analyze')
  return full
}

type Column = { table: string; name: string; type: string; needed: boolean; choice: string | null }

/** A user of a tenant has no partner, as nobody belongs to two. */
const valueOf = ({ table, name, type, choice }: Column) =>
  table === 'users' && name === 'partner_id' ? 'null' : choice ? `'${choice}'` : (owners[name] ?? values[type]!)

const columnsOfOwned = `
  select c.table_name as table, column_name as name, udt_name as type,
    is_nullable = 'NO' and (column_default is null or column_default like 'weft_%') as needed,
    (select substring(pg_get_constraintdef(k.oid) from '''(\\w+)''::text') from pg_constraint k
      where k.contype = 'c' and k.conrelid = format('%I', c.table_name)::regclass and k.conkey = array[c.ordinal_position::int2]
        and pg_get_constraintdef(k.oid) like '% ANY (ARRAY[%' limit 1) as choice
  from information_schema.columns c
  where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO' and c.table_name not in ('tenants', 'partners')
    and exists (select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = any($1))
  order by 1, ordinal_position`

const dropChecks = `do $$ declare one record; begin
  for one in select conrelid::regclass as name, conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace loop
    execute format('alter table %s drop constraint %I', one.name, one.conname);
  end loop; end $$`
