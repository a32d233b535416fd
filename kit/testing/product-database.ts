import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { appPassword, appUrl } from '../database/migrate.server.ts'
import { openKeyring } from '../secrets/keyring.server.ts'

/** Of a product that runs: where its data lie. */
type Home = { home: string }

/** The control database of a running product as the application's login sees it, and the process id of its PostgreSQL. */
export function databaseOf({ home }: Home): { url: string; pid: number } {
  const [pid, , , port] = readFileSync(path.join(home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
  return {
    url: appUrl(`postgres://postgres@127.0.0.1:${port}/weft`, appPassword(openKeyring(home).root)),
    pid: Number(pid),
  }
}

/** A database of a running product's embedded PostgreSQL as its superuser sees it. */
export function superuserUrl({ home }: Home, database: string): string {
  const password = readFileSync(path.join(home, 'postgres/superuser.password'), 'utf8')
  const port = readFileSync(path.join(home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

/** Runs work on a running product's embedded PostgreSQL as its superuser, past everything the application would refuse. */
async function onDatabase<T>(product: Home, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: superuserUrl(product, database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs work on the control database of a running product as its superuser. */
export const onControl = <T>(product: Home, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onDatabase(product, 'weft', work)

/** The same in the database that holds a tenant's records. */
export async function onRecords<T>(
  product: Home,
  tenant_id: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const database = await onDatabase(
    product,
    'weft',
    async (client) =>
      (
        await client.query<{ database: string }>(
          `select database from tenant_connections where tenant_id = $1 and name = 'tenant'`,
          [tenant_id],
        )
      ).rows[0]!.database,
  )
  return onDatabase(product, database, work)
}
