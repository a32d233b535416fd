import pg from 'pg'

/** A value of each column type; text says whose it is, so that a leak can be recognised in any answer. */
const samples: Record<string, unknown> = {
  text: 'belongs to A',
  _text: '{belongs to A}',
  int4: 1,
  int8: 1,
  bool: true,
  jsonb: '{"secret":"belongs to A"}',
  bytea: Buffer.from('belongs to A'),
  timestamptz: '2026-01-01',
  date: '2026-01-01',
  float8: 1,
  numeric: '1',
}

/** The tables that have a `tenant_id`, by asking the catalogue. */
async function tenantTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'users' order by 1`,
  )
  return rows.map((row) => row.name)
}

/**
 * Puts one row of that tenant (and project) into every tenant-owned table, with the same id everywhere, past constraints and as
 * superuser: only who may see it matters. Needs the owner's connection.
 */
export async function fillEveryTable(
  client: pg.Client,
  { id, tenant_id, project_id }: { id: string; tenant_id: string; project_id: string },
): Promise<string[]> {
  const tables = await tenantTables(client)
  await client.query('set session_replication_role = replica')
  for (const table of tables) {
    const { rows: checks } = await client.query<{ conname: string }>(
      `select conname from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    )
    for (const { conname } of checks)
      await client.query(
        `alter table ${client.escapeIdentifier(table)} drop constraint ${client.escapeIdentifier(conname)}`,
      )
    const { rows: columns } = await client.query<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
        and (is_nullable = 'NO' and (column_default is null or column_default like 'weft_%') or column_name in ('id', 'tenant_id', 'project_id'))`,
      [table],
    )
    const values = columns.map(({ name, type }) =>
      name === 'tenant_id' ? tenant_id : name === 'project_id' ? project_id : type === 'uuid' ? id : samples[type],
    )
    const names = columns.map(({ name }) => client.escapeIdentifier(name)).join(', ')
    await client.query(
      `insert into ${client.escapeIdentifier(table)} (${names}) values (${values.map((_, i) => `$${i + 1}`).join(', ')}) on conflict do nothing`,
      values,
    )
  }
  return tables
}

/** Everything a tenant owns, as text: the same before and after, if nobody touched it. */
export async function contentsOf(client: pg.Client, tenant_id: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const table of await tenantTables(client)) {
    const { rows } = await client.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as text from ${client.escapeIdentifier(table)} t where tenant_id = $1`,
      [tenant_id],
    )
    contents[table] = rows[0]!.text ?? ''
  }
  return contents
}
