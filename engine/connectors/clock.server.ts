import { inScope, openDatabase, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { WaysOut } from '../agents/ways-out.server.ts'
import { openHttp } from '../connections/http.server.ts'
import type { Isolation } from '../isolation/isolation.server.ts'
import { runInterval } from '../scheduler/interval.server.ts'
import { checkConnection } from './check.server.ts'
import { recordCheck } from './health.server.ts'
import { endLeftCaptures } from './left-captures.server.ts'
import { settingsOf, type ConnectorOf } from './stored.server.ts'
import type { StoredFiles } from './stored-files.server.ts'
import { tokenOf } from './tokens.server.ts'
import { watchCaptures } from './watch-captures.server.ts'

type Checking = {
  key: Keyring
  isolation: Isolation
  ways: Pick<WaysOut, 'of'>
  files(tenant_id: string): StoredFiles
  connectorOf: ConnectorOf
}

/** So many are looked at in one round; a check whose process died is taken up again after the time it was claimed for. */
const most = 40
const claimed_minutes = 10
const kept_days = 90
const look_ms = 15_000
const forget_ms = 3_600_000

/** Looks at every connection that is due, on any machine, each by one of them. */
export function startConnectionChecks(pool: pg.Pool, checking: Checking) {
  const db = openDatabase(pool)
  const clocks = [
    runInterval('connections', look_ms, async () => {
      while ((await checkDue(db, checking)) === most);
    }),
    runInterval('connection captures', look_ms, async () => {
      await watchCaptures(db, checking)
    }),
    runInterval('left captures', look_ms, async () => {
      await endLeftCaptures(db, checking)
    }),
    runInterval('connection checks', forget_ms, () => forgetOld(db)),
  ]
  return { stop: async () => void (await Promise.all(clocks.map((clock) => clock.stop()))) }
}

/** Checks what is due and answers how many there were. */
export async function checkDue(
  db: Database,
  { key, isolation, ways, files: filesOf, connectorOf }: Checking,
): Promise<number> {
  const due = await inScope(db, systemScope, async (trx) => {
    const { rows } = await sql<{ connection_id: string }>`
      update connection_health set next_check_at = now() + make_interval(mins => ${claimed_minutes})
      where connection_id in (
        select h.connection_id from connection_health h join connections c on c.id = h.connection_id
        where h.next_check_at <= now() and c.active order by h.next_check_at limit ${most} for update of h skip locked)
      returning connection_id`.execute(trx)
    const ids = rows.map(({ connection_id }) => connection_id)
    return ids.length === 0 ? [] : trx.selectFrom('connections').selectAll().where('id', 'in', ids).execute()
  })
  const look = async (connection: (typeof due)[number]) => {
    const connector = connectorOf(connection.connector)
    if (!connector) return
    const settings = settingsOf(key, connector, connection)
    // In its own share of the processes: whoever has many connections does not make the others wait.
    const given = { owner: connection.tenant_id }
    const out = ways.of(connection)
    const tokens = { db, key, http: openHttp({ egress: out }), learn: () => {} }
    const token = tokenOf(tokens, { connector, settings, stored: connection })
    const check = await checkConnection(
      { isolation, out },
      { connector, settings, token, files: filesOf(connection.tenant_id) },
      given,
    )
    await inScope(db, systemScope, (trx) => recordCheck(trx, connection, check))
  }
  const later = ignore('a connection could not be looked at just now, which happens again in ten minutes')
  await Promise.all(due.map((connection) => look(connection).catch(later)))
  return due.length
}

const forgetOld = (db: Database) =>
  inScope(db, systemScope, async (trx) => {
    const before = sql<string>`now() - make_interval(days => ${kept_days})`
    await trx.deleteFrom('connection_checks').where('at', '<', before).execute()
    await trx.deleteFrom('connection_disruptions').where('ended_at', '<', before).execute()
  })
