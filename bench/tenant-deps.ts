import { folderFileStore } from '@weft/engine/file-store/folder-file-store.server.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { parseKey, ringOf } from '@weft/kit/secrets/keyring.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { startMariaDb } from '@weft/kit/testing/mariadb.ts'
import { openEgress } from '@weft/engine/connections/egress.server.ts'
import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { tenantDraft } from '@weft/kit/define/account-draft.ts'
import { createRun, runAll } from '@weft/engine/provisioning/run.server.ts'
import type { Provisioning } from '@weft/engine/provisioning/step.server.ts'

export type Server = { name: 'PostgreSQL' | 'MariaDB'; id: string }

/** A control database with a server of each kind registered; without a MariaDB on the machine, the one. Gone after the work. */
export function withServers<T>(work: (deps: Provisioning, servers: Server[]) => Promise<T>): Promise<T> {
  return withTestCluster(async ({ url, template_url, key: text }) => {
    const key = ringOf(parseKey(text))
    const home = mkdtempSync(path.join(tmpdir(), 'weft-bench-'))
    const pool = openPool(appUrl(template_url, appPassword(key.root)), { max: 10, application: 'bench' })
    const db = openDatabase(pool)
    const databases = openTenantDatabases(db, key)
    const maria = await startMariaDb()
    try {
      const { hostname: host, port, username, password } = new URL(url)
      const register = (
        name: Server['name'],
        at: { engine: string; host: string; port: number; username: string; password: string },
      ) =>
        inScope(db, { level: 'provider' }, async (trx) => {
          const id = randomUUID()
          await trx
            .insertInto('database_servers')
            .values({
              id,
              name,
              ...at,
              password: seal(key, placeIn(sealedColumns.server_password, { id }), at.password),
            })
            .execute()
          return { name, id }
        })
      const servers = [
        await register('PostgreSQL', { engine: 'postgres', host, port: Number(port), username, password }),
      ]
      if (typeof maria !== 'string')
        servers.push(
          await register('MariaDB', {
            engine: 'mysql',
            host: maria.host,
            port: maria.port,
            username: maria.username,
            password: maria.password,
          }),
        )
      return await work(
        {
          db,
          key,
          home,
          fileStore: folderFileStore(home),
          databases,
          egress: openEgress(async () => []),
          restartDaemon: async () => ({ daemons: [] }),
        },
        servers,
      )
    } finally {
      if (typeof maria !== 'string') await maria.end()
      await databases.close()
      await pool.end()
      rmSync(home, { recursive: true, force: true })
    }
  })
}

/** A tenant through all nine steps; answers its id. */
export async function createTenant(deps: Provisioning, server_id: string): Promise<string> {
  const workspace = `t${randomBytes(5).toString('hex')}.example`
  const draft = tenantDraft.parse({
    name: workspace,
    workspace,
    server_id,
    user: { first_name: 'Ada', last_name: 'Bench', email: `ada@${workspace}`, password: 'Correct horse battery' },
  })
  const run_id = await createRun(deps, { level: 'provider' }, { kind: 'tenant', draft })
  const state = await runAll(deps, run_id)
  if (state !== 'done') throw new Error(`a setup ended ${state}`)
  return (
    await inScope(deps.db, systemScope, (trx) =>
      trx.selectFrom('provisioning_runs').select('subject_id').where('id', '=', run_id).executeTakeFirstOrThrow(),
    )
  ).subject_id
}
