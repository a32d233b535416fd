import { isIP } from 'node:net'
import { distrustLengths } from '@weft/kit/network/mongodb-lengths.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { MongoClient } from 'mongodb'

distrustLengths()

type At = { host: string; port: number; username: string; password: string }

/** Connects and signs in with the database that knows the login; throws what the driver says. */
export async function openMongo({ host, port, username, password }: At, authSource: string, most = 1) {
  const client = new MongoClient(`mongodb://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`, {
    auth: { username, password },
    authSource,
    appName: 'weft',
    maxPoolSize: most,
    connectTimeoutMS: 5_000,
    serverSelectionTimeoutMS: 5_000,
    socketTimeoutMS: 120_000,
    writeConcern: { w: 'majority' },
  })
  try {
    await client.connect()
    await client.db(authSource).command({ ping: 1 })
    return client
  } catch (error) {
    await closeMongo(client)
    throw rootOf(error)
  }
}

export const closeMongo = (client: MongoClient) =>
  client.close().catch(ignore('a connection that is given up could not be closed'))

/** What a server calls itself: not all that speak as MongoDB are it. */
export async function mongoVersion(client: MongoClient): Promise<string> {
  const { version, ferretdbVersion } = (await client.db('admin').command({ buildInfo: 1 })) as BuildInfo
  return ferretdbVersion ? `FerretDB ${ferretdbVersion.replace(/^v/, '')}` : `MongoDB ${version}`
}

type BuildInfo = { version: string; ferretdbVersion?: string }

/** The driver wraps what the network says once or twice. */
export function rootOf(error: unknown): Error {
  const { cause, reason } = error as { cause?: unknown; reason?: { servers?: Map<string, { error?: unknown }> } }
  const [server] = reason?.servers?.values() ?? []
  const inner = server?.error ?? cause
  return inner instanceof Error ? rootOf(inner) : (error as Error)
}
