import { ignoring } from '@weft/kit/log/ignore.server.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import type { Db, MongoClient } from 'mongodb'
import { closeMongo, mongoVersion, openMongo } from '../../documents/mongodb/line.server.ts'
import { texts } from '../texts.ts'
import type { Administrator, DatabaseServer } from './database-server.ts'

/**
 * MongoDB, and servers that speak as it does. A tenant's documents have a database of their own, in which its login, called the same, may
 * read and write; a server without roles cannot keep a login from other databases, which `health` tells.
 */
export function mongodbServer(at: Administrator): DatabaseServer {
  async function connected<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
    const client = await openMongo(at, 'admin').catch((cause: unknown) => {
      throw new Unavailable('DATABASE_NOT_OPENED', texts.databaseNotOpened(), { cause })
    })
    return work(client).finally(() => closeMongo(client))
  }

  return {
    create: ({ database, username, password }) =>
      connected(async (client) => {
        const db = client.db(database)
        await withRoles(db, (roles) =>
          db.command({ createUser: username, pwd: password, roles }).catch((error: { code?: number }) => {
            if (error.code !== codes.exists) throw error
            return db.command({ updateUser: username, pwd: password, roles })
          }),
        )
      }),
    drop: ({ database, username }) =>
      connected(async (client) => {
        const db = client.db(database)
        await db.dropDatabase()
        await db.command({ dropUser: username }).catch((error: { code?: number }) => {
          if (error.code !== codes.unknownUser) throw error
        })
      }),
    // A login is called as its database, which knows it.
    setPassword: ({ username, password }) =>
      connected(async (client) => void (await client.db(username).command({ updateUser: username, pwd: password }))),
    health: () =>
      connected(async (client) => {
        const admin = client.db('admin')
        const { totalSize = 0 } = (await admin.command({ listDatabases: 1 })) as { totalSize?: number }
        // Not every server that speaks as MongoDB counts its connections.
        const { connections } = (await admin
          .command({ serverStatus: 1 })
          .catch(ignoring('a server that does not tell its load has none to show', {}))) as Status
        return {
          version: await mongoVersion(client),
          bytes: totalSize,
          connections: connections?.current ?? null,
          connections_most: connections ? connections.current + connections.available : null,
          separates_users: await knowsRoles(admin),
        }
      }),
    version: () => connected(mongoVersion),
  }
}

type Status = { connections?: { current: number; available: number } }
type Role = { role: string; db: string }

const codes = { unknownUser: 11, unknownCommand: 59, notImplemented: 238, exists: 51_003 }

/** With the one right it needs; on a server that has no roles, as what that server has. */
const withRoles = (db: Db, work: (roles: Role[]) => Promise<unknown>) =>
  work([{ role: 'readWrite', db: db.databaseName }]).catch(async (error: { code?: number }) => {
    if (error.code !== codes.notImplemented || (await knowsRoles(db))) throw error
    return work([])
  })

const knowsRoles = (db: Db): Promise<boolean> =>
  db.command({ rolesInfo: { role: 'readWrite', db: db.databaseName } }).then(
    ({ roles }) => Array.isArray(roles) && roles.length > 0,
    (error: { code?: number }) => {
      if (error.code !== codes.unknownCommand && error.code !== codes.notImplemented) throw error
      return false
    },
  )
