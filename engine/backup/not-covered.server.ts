import type pg from 'pg'

/**
 * Where tenants' documents and files lie that a backup never holds, each in a sentence.
 * `client` is signed in as the owner of the control database.
 */
export async function notCovered(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ sentence: string }>(`
    select format('%s of %s: database %s on %s:%s (%s)', 'the documents',
      t.name, c.database, c.host, c.port, coalesce(s.name, 'a server that is not registered')) as sentence
    from tenant_connections c join tenants t on t.id = c.tenant_id left join database_servers s on s.id = c.server_id where not coalesce(s.embedded, false) and c.name <> 'tenant'
    union all
    select format('the files of %s: %s on %s', t.name, s.root, s.host) from tenant_storages s join tenants t on t.id = s.tenant_id where s.type <> 'local'
    order by 1`)
  return rows.map(({ sentence }) => sentence)
}
