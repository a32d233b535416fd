import type mysql from 'mysql2/promise'
import type { Selectable } from 'kysely'
import pg from 'pg'
import type { Tables } from '@weft/kit/database/tables.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { connectTo, type Relational } from '../connections/tenant-databases.server.ts'

/** Opens a tenant's database as it is at this moment, by the tenant's own login: whatever is read meanwhile, nobody's changes are in it. */
export async function atOneMoment<T>(
  keys: Keyring,
  connection: Selectable<Tables['tenant_connections']>,
  work: (place: Relational) => Promise<T>,
): Promise<T> {
  const place = await connectTo(keys, connection, connection.engine === 'mysql' ? 1 : 2)
  try {
    return await (place.engine === 'mysql'
      ? onOneConnection(place.pool, () => work(place))
      : inOneSnapshot(place.pool, () => work(place)))
  } finally {
    await place.pool.end()
  }
}

const readOnly = 'begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0'

/** Every connection sees what the first one sees, also one that takes the place of another. */
async function inOneSnapshot<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const first = await pool.connect()
  try {
    await first.query(readOnly)
    const { rows } = await first.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const same = `${readOnly}; set transaction snapshot ${pg.escapeLiteral(rows[0]!.snapshot)}`
    // One that cannot take it on is left in a transaction that has failed, in which nothing can be read.
    pool.on('connect', (client) => void client.query(same).catch(heardElsewhere))
    return await work()
  } finally {
    first.release(true)
  }
}

const snapshot = [
  // The time a slow disk takes between two statements ends nothing; only MariaDB ends a transaction that waits.
  'set session wait_timeout = 28800 /*M!, idle_transaction_timeout = 0, idle_readonly_transaction_timeout = 0 */',
  'set session transaction isolation level repeatable read',
  'start transaction with consistent snapshot, read only',
]

/** No two connections of MySQL or MariaDB see the same moment, so that there is one; where it is lost, so is what it saw. */
async function onOneConnection<T>(pool: mysql.Pool, work: () => Promise<T>): Promise<T> {
  const only = await pool.getConnection()
  try {
    for (const statement of snapshot) await only.query(statement)
  } catch (error) {
    only.destroy()
    throw error
  }
  pool.pool.on('connection', (another) => another.destroy())
  only.release()
  return work()
}
