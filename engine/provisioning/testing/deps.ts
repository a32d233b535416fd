import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { inScope, openDatabase, openPool, type Database } from '@weft/kit/database/connect.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { TestDatabase } from '@weft/kit/testing/database.ts'
import type { MariaDb } from '@weft/kit/testing/mariadb.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { folderFileStore } from '../../file-store/folder-file-store.server.ts'
import { openEgress } from '../../connections/egress.server.ts'
import { openTenantDatabases } from '../../connections/tenant-databases.server.ts'
import { announceTenant } from '../daemon.server.ts'
import { partnerDraft, tenantDraft } from '@weft/kit/define/account-draft.ts'
import type { Provisioning } from '../step.server.ts'

export type Place = { app_url: string; key: Keyring; home: string }

/** What provisioning needs, on a test's own control database. */
export function depsAt({ app_url, key, home }: Place): Provisioning & { close(): Promise<void> } {
  const pool = openPool(app_url, { max: 5, application: 'provisioning test' })
  const db: Database = openDatabase(pool)
  const databases = openTenantDatabases(db, key)
  return {
    db,
    key,
    home,
    fileStore: folderFileStore(home),
    databases,
    egress: openEgress(async () => [{ host: '127.0.0.1' }]),
    restartDaemon: (tenant_id) => announceTenant(app_url, tenant_id),
    async close() {
      await databases.close()
      await pool.end()
    },
  }
}

/** A place with the test cluster registered as a database server. */
export async function aPlace(test: TestDatabase): Promise<Place & { server_id: string }> {
  const home = mkdtempSync(path.join(tmpdir(), 'weft-home-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  const { hostname, port, username, password } = new URL(test.cluster_url)
  const id = randomUUID()
  const sealed = seal(test.key, placeIn(sealedColumns.server_password, { id }), password)
  await inScope(test.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('database_servers')
      .values({
        id,
        name: 'Embedded',
        engine: 'postgres',
        host: hostname,
        port: Number(port),
        username,
        password: sealed,
        embedded: true,
      })
      .execute(),
  )
  return { app_url: test.app_url, key: test.key, home, server_id: id }
}

/** Makes a MariaDB a database server of a place; answers its id. */
export async function registerMariaDb({ db, key }: Provisioning, { host, port, username, password }: MariaDb) {
  const { id } = await inScope(db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('database_servers')
      .values({ name: 'MariaDB', engine: 'mysql', host, port, username, password: encryptUnbound(key, password) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export const aDraft = (name: string) => tenantDraft.parse(draftOf(name))
export const aPartnerDraft = (name: string) => partnerDraft.parse({ ...draftOf(name), abbreviation: 'AP' })

function draftOf(name: string) {
  const workspace = `${name.toLowerCase().replaceAll(' ', '-')}.example`
  return {
    name,
    short: name.slice(0, 5),
    workspace,
    user: { first_name: 'Ada', last_name: 'Tester', email: `ada@${workspace}`, password: 'Correct horse battery' },
  }
}
