import type pg from 'pg'
import { StartRefused } from '../errors/start-refused.ts'
import type { Keyring } from './keyring.server.ts'
import { seal, unseal, unsealUnbound } from './seal.server.ts'
import { placeIn, sealedColumns } from './sealed-columns.ts'

const place = placeIn(sealedColumns.key_check, { id: 'true' })
const known = 'weft key check '

/** The keys of this machine do not belong to this database. */
export class WrongKey extends StartRefused {
  constructor(cause?: unknown) {
    super(
      'This machine has another key than the one this database was set up with, so it does not start. ' +
        'Please give it the same WEFT_SECRET_KEY, or the same file WEFT_HOME/secret.key, as the machines that run already; nothing was changed.',
      { cause },
    )
    this.name = 'WrongKey'
  }
}

/**
 * Says whether these keys belong to this database, before anything touches it, and takes over the root that its logins and links
 * are derived from. Throws WrongKey otherwise. A database that has no check value yet is asked for any secret instead.
 * `client` may be signed in as the owner of the tables, or as the application in the role of the system.
 */
export async function verifyKey(client: pg.ClientBase, keys: Keyring): Promise<void> {
  await client.query('begin')
  try {
    await client.query("select set_config('weft.level', 'system', true)")
    if (await isThere(client, 'key_check')) {
      const stored = (await client.query<{ sealed: Buffer }>('select sealed from key_check')).rows[0]
      if (stored) return void (keys.root = rootIn(keys, stored.sealed))
    }
    await verifyByLogins(client, keys)
  } finally {
    await client.query('rollback')
  }
}

/** The same as the application, for servers, which begin once the database is prepared. */
export async function verifyKeyIn(pool: pg.Pool, keys: Keyring): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set role weft_system')
    await verifyKey(client, keys)
  } finally {
    client.release(true) // it has taken on a role
  }
}

/** Writes the check value of a database that has none, after its migrations; of two machines at once the first one's counts. */
export async function writeKeyCheck(client: pg.ClientBase, keys: Keyring): Promise<void> {
  const sealed = seal(keys, place, known + keys.root.toString('hex'))
  await client.query('begin')
  await client.query("select set_config('weft.level', 'system', true)")
  await client.query('insert into key_check (sealed) values ($1) on conflict do nothing', [sealed])
  await client.query('commit')
  await verifyKey(client, keys)
}

function rootIn(keys: Keyring, sealed: Buffer): Buffer {
  const plain = openOrRefuse(() => unseal(keys, place, sealed))
  if (!plain.startsWith(known)) throw new WrongKey()
  return Buffer.from(plain.slice(known.length), 'hex')
}

/** Databases from before the check value: the logins of database servers are secrets every installation has. */
async function verifyByLogins(client: pg.ClientBase, keys: Keyring) {
  if (!(await isThere(client, 'database_servers'))) return
  const { rows } = await client.query<{ password: Buffer }>(
    'select password from database_servers where password is not null limit 1',
  )
  for (const { password } of rows) openOrRefuse(() => unsealUnbound(keys, password))
}

function openOrRefuse(open: () => string): string {
  try {
    return open()
  } catch (cause) {
    throw new WrongKey(cause)
  }
}

async function isThere(client: pg.ClientBase, table: string): Promise<boolean> {
  return (await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [`public.${table}`])).rows[0]!
    .is
}
