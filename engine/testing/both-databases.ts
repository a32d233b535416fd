import { test } from 'node:test'
import { execute } from '@weft/kit/database/prepare.server.ts'
import type { TestDatabase } from '@weft/kit/testing/database.ts'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { recordStore } from '../records/store.server.ts'
import type { RecordStore } from '../records/store.ts'
import { asAdministrator } from './as-administrator.ts'
import { aTenant, type TestTenant } from './tenant.ts'

export type Kind = {
  kind: 'PostgreSQL' | 'MariaDB'
  tenant: TestTenant
  store: RecordStore
  /** A statement in the tenant's own database, with the tenant's own login. */
  run(text: string): Promise<Record<string, unknown>[]>
  /** Cuts every connection of the tenant. */
  cut(): Promise<void>
  /** A test of this kind. */
  it(name: string, work: () => Promise<void> | void): void
}

/** A tenant on either kind of database, for tests that hold for both. Where there is no MariaDB, those for it are skipped and say why. */
export async function onBothDatabases(control: TestDatabase): Promise<Kind[]> {
  const server = await mariaDb()
  const kinds = [
    await kindOf('PostgreSQL', await aTenant(control), (tenant) =>
      execute(
        control.cluster_url,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(tenant.database_url).pathname.slice(1)}'`,
      ),
    ),
  ]
  if (typeof server === 'string') test('MariaDB', { skip: server }, () => {})
  else
    kinds.push(
      await kindOf('MariaDB', await aTenant(control, { on: server }), (tenant) =>
        cutMariaDb(server, new URL(tenant.database_url).username),
      ),
    )
  return kinds
}

async function cutMariaDb(server: MariaDb, login: string) {
  const sessions = await asAdministrator<{ id: number }>(
    server,
    `select id from information_schema.processlist where user = '${login}'`,
  )
  for (const { id } of sessions) await asAdministrator(server, `kill ${id}`).catch(() => {}) // it may have ended by itself
}

async function kindOf(
  kind: Kind['kind'],
  tenant: TestTenant,
  cut: (tenant: TestTenant) => Promise<unknown>,
): Promise<Kind> {
  return {
    kind,
    tenant,
    store: await recordStore(tenant.databases, tenant.tenant_id),
    async run(text) {
      const { engine, pool } = await tenant.databases.relational(tenant.tenant_id)
      if (engine === 'postgres') return (await pool.query<Record<string, unknown>>(text)).rows
      const [rows] = await pool.query(text)
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
    },
    cut: async () => void (await cut(tenant)),
    it: (name, work) => void test(`${kind}: ${name}`, work),
  }
}
