import { inScope, type Database } from '@weft/kit/database/connect.server.ts'
import { encrypt } from '@weft/kit/secrets/secrets.server.ts'

/**
 * Registers the PostgreSQL that comes with the product as the place where tenants' databases are created, or notes its new
 * address: its port may change from start to start, and the connections of tenants move along.
 */
export async function registerEmbedded(db: Database, key: Buffer, administrator_url: string): Promise<void> {
  const url = new URL(administrator_url)
  const at = { host: url.hostname, port: Number(url.port || 5432) }
  const login = { username: decodeURIComponent(url.username), password: encrypt(key, decodeURIComponent(url.password)) }
  await inScope(db, { level: 'system' }, async (trx) => {
    const known = await trx.selectFrom('database_servers').select('id').where('embedded', '=', true).executeTakeFirst()
    if (!known) return void (await trx.insertInto('database_servers').values({ name: 'Embedded PostgreSQL', engine: 'postgres', embedded: true, ...at, ...login }).execute())
    await trx.updateTable('database_servers').set({ ...at, ...login }).where('id', '=', known.id).execute()
    await trx.updateTable('tenant_connections').set(at).where('server_id', '=', known.id).where((eb) => eb.or([eb('host', '!=', at.host), eb('port', '!=', at.port)])).execute()
  })
}
