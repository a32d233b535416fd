import type { Kysely } from 'kysely'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { texts } from '../texts.ts'
import type { Administrator, DatabaseServer, RecordServer } from './database-server.ts'
import { mysqlServer } from './mysql.server.ts'
import { postgresServer } from './postgres.server.ts'

export type RegisteredServer = { id: string; engine: 'postgres' | 'mysql' | 'mongodb' }

type Wish = { id?: string | null | undefined; engines: RegisteredServer['engine'][] }

/** The server with this id, or the one that carries the fewest databases among the active ones of these engines that answer. */
export async function chooseServer(db: Kysely<Tables>, keys: Keyring, wish: Wish): Promise<RegisteredServer> {
  const candidates = await activeServers(db, wish)
  let refusal: unknown = new Unavailable('NO_DATABASE_SERVER', texts.noServer())
  for (const [i, { id, engine }] of candidates.entries()) {
    try {
      await (await reachServer(db, keys, id)).version()
      return { id, engine: engine as RegisteredServer['engine'] }
    } catch (error) {
      if (i === 0) refusal = error
    }
  }
  throw refusal
}

const activeServers = (db: Kysely<Tables>, { id, engines }: Wish) =>
  inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('database_servers as s')
      .leftJoin('tenant_connections as c', 'c.server_id', 's.id')
      .select((eb) => ['s.id', 's.engine', eb.fn.count('c.id').as('load')])
      .where('s.engine', 'in', engines)
      .where('s.active', '=', true)
      .$if(Boolean(id), (query) => query.where('s.id', '=', id!))
      .groupBy('s.id')
      .orderBy('load')
      .orderBy('s.created_at')
      .execute(),
  )

export async function serverRow(db: Kysely<Tables>, id: string) {
  const row = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('database_servers').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw new Unavailable('NO_DATABASE_SERVER', texts.noServer())
  return row
}

export const reachServer = async (db: Kysely<Tables>, keys: Keyring, id: string): Promise<DatabaseServer> =>
  serverAt(await loginOf(db, keys, id))

/** One on which records lie. */
export async function reachRecordServer(db: Kysely<Tables>, keys: Keyring, id: string): Promise<RecordServer> {
  const login = await loginOf(db, keys, id)
  if (login.engine === 'mongodb') throw new Unavailable('NO_DATABASE_SERVER', texts.noServerOfKind())
  return recordServerAt(login)
}

type Login = Administrator & { engine: string }

async function loginOf(db: Kysely<Tables>, keys: Keyring, id: string): Promise<Login> {
  const row = await serverRow(db, id)
  return {
    engine: row.engine,
    host: row.host,
    port: row.port,
    username: row.username,
    password: row.password ? unseal(keys, placeIn(sealedColumns.server_password, row), row.password) : '',
    embedded: row.embedded,
  }
}

/** A server by its login, registered or not. */
export async function serverAt(login: Login): Promise<DatabaseServer> {
  if (login.engine !== 'mongodb') return recordServerAt(login)
  const { mongodbServer } = await import('./mongodb.server.ts') // its driver is held in memory only where it is needed
  return mongodbServer(login)
}

const recordServerAt = ({ engine, ...administrator }: Login): RecordServer =>
  engine === 'mysql' ? mysqlServer(administrator) : postgresServer(administrator)
