import { PgBoss } from 'pg-boss'
import pg from 'pg'
import { appPassword, migrate } from './migrate.server.ts'

/** What a fresh control database needs: our tables, the job library's, and the application's rights on both. */
export async function prepareDatabase(ownerUrl: string, key: Buffer): Promise<string[]> {
  const ran = await migrate(ownerUrl, appPassword(key))
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
  await execute(ownerUrl, `grant usage on schema pgboss to weft_app; grant all on all tables in schema pgboss to weft_app; grant all on all sequences in schema pgboss to weft_app; grant execute on all functions in schema pgboss to weft_app`)
  return ran
}

export function databaseUrl(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export async function execute(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
