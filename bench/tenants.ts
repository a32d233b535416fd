import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inScope, openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { encrypt } from '@weft/kit/secrets/secrets.server.ts'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { startMariaDb } from '@weft/kit/testing/mariadb.ts'
import { openEgress } from '@weft/engine/connections/egress.server.ts'
import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { tenantDraft } from '@weft/engine/provisioning/draft.ts'
import { createRun, runAll } from '@weft/engine/provisioning/run.server.ts'
import type { Provisioning } from '@weft/engine/provisioning/step.server.ts'
import { row, type Row } from './figure.ts'

/** Creates tenants through all nine steps, one after the other, on either kind of database server: seconds each. */
export async function measure(count = 50): Promise<Row[]> {
  return withTestCluster(async ({ url, template_url, key }) => {
    const secret = Buffer.from(key, 'hex')
    const home = mkdtempSync(path.join(tmpdir(), 'weft-bench-'))
    const pool = openPool(appUrl(template_url, appPassword(secret)), { max: 10, application: 'bench' })
    const db = openDatabase(pool)
    const databases = openTenantDatabases(db, secret)
    const house: Provisioning = { db, key: secret, home, databases, egress: openEgress(async () => []), queues: { create: async () => {}, remove: async () => {} }, restartDaemon: async () => ({ daemons: [] }) }
    const maria = await startMariaDb()
    try {
      const cluster = new URL(url)
      const register = (name: string, at: { engine: string; host: string; port: number; username: string; password: string }) =>
        inScope(db, { level: 'provider' }, async (trx) => (await trx.insertInto('database_servers').values({ name, ...at, password: encrypt(secret, at.password) }).returning('id').executeTakeFirstOrThrow()).id)
      const servers = [['PostgreSQL', await register('PostgreSQL', { engine: 'postgres', host: cluster.hostname, port: Number(cluster.port), username: cluster.username, password: cluster.password })]]
      if (typeof maria !== 'string') servers.push(['MariaDB', await register('MariaDB', { engine: 'mysql', host: maria.host, port: maria.port, username: maria.username, password: maria.password })])
      const figures: Row[] = []
      for (const [name, server_id] of servers) {
        const began = performance.now()
        for (let n = 0; n < count; n++) {
          const workspace = `t${randomBytes(5).toString('hex')}.example`
          const draft = tenantDraft.parse({ name: workspace, workspace, server_id, user: { first_name: 'Ada', last_name: 'Bench', email: `ada@${workspace}`, password: 'Correct horse battery' } })
          const state = await runAll(house, await createRun(house, { level: 'provider' }, { kind: 'tenant', draft }))
          if (state !== 'done') throw new Error(`a setup ended ${state}`)
        }
        figures.push(row(`${count} tenants on ${name}`, (performance.now() - began) / 1000 / count, 's each'))
      }
      return figures
    } finally {
      if (typeof maria !== 'string') await maria.end()
      await databases.close()
      await pool.end()
      rmSync(home, { recursive: true, force: true })
    }
  })
}
