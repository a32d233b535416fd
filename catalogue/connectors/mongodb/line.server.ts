import { isIP } from 'node:net'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { answerError, openingError } from '@weft/kit/network/database-error.ts'
import { MongoClient, MongoServerError } from 'mongodb'
import type { z } from 'zod'
import { distrustLengths } from '@weft/kit/network/mongodb-lengths.server.ts'
import type { mongodb } from './mongodb.ts'

distrustLengths()

export type Settings = z.output<typeof mongodb.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail?: string) => void

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
): Promise<MongoClient> {
  const { host, port, user } = settings
  const first = await lineTo(settings, reach, host, port, passed)
  // Of a replica set one member takes writes; which one that is, each of them knows.
  const { isWritablePrimary, primary } = await first.db('admin').command({ hello: 1 }).catch(wrong(settings, first))
  if (isWritablePrimary || typeof primary !== 'string') {
    passed('sign_in', user)
    return first
  }
  await closeLine(first)
  const { hostname, port: other } = new URL(`mongodb://${primary}`)
  const line = await lineTo(settings, reach, hostname, Number(other) || 27_017, () => undefined)
  passed('sign_in', user)
  return line
}

async function lineTo(settings: Settings, reach: Reach, host: string, port: number, passed: Passed) {
  const { user, password, sign_in_database, encryption } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const at = isIP(address.host) === 6 ? `[${address.host}]` : address.host
  const client = new MongoClient(`mongodb://${at}:${address.port}/`, {
    // The driver would look for the other members of a replica set by itself.
    directConnection: true,
    ...(user && { auth: { username: user, password }, authSource: sign_in_database }),
    ...(encryption !== 'none' && {
      tls: true,
      tlsAllowInvalidCertificates: encryption !== 'verified',
      ...(isIP(host) === 0 && { servername: host }),
    }),
    appName: 'weft',
    maxPoolSize: 2,
    connectTimeoutMS: 10_000,
    serverSelectionTimeoutMS: 10_000,
    ignoreUndefined: true,
  })
  // The driver would try again for as long as it may wait, whatever is wrong.
  const failed = new Promise<never>((_, fail) => client.once('serverHeartbeatFailed', ({ failure }) => fail(failure)))
  failed.catch(heardElsewhere)
  await Promise.race([client.connect(), failed]).catch(wrong(settings, client, passed))
  passed('connection')
  return client
}

/** Names and passwords that are not known, and ways to sign in that are not allowed. */
const refused = new Set([11, 18, 334])

const wrong =
  (settings: Settings, client: MongoClient, passed: Passed = () => undefined) =>
  async (cause: unknown): Promise<never> => {
    await closeLine(client)
    const isDenied = cause instanceof MongoServerError && refused.has(Number(cause.code))
    if (isDenied) passed('connection')
    throw lineError(settings, cause, isDenied)
  }

export const closeLine = (client: MongoClient) =>
  client.close().catch(ignore('a connection that is given up could not be closed'))

/** What somebody can act on who has entered these settings. */
export const lineError = (settings: Settings, cause: unknown, denied = false): WeftError =>
  openingError(settings, cause, { said: rootOf(cause), denied })

/** The driver wraps what the network says once or twice. */
function rootOf(error: unknown): unknown {
  const { cause, reason } = error as { cause?: unknown; reason?: { servers?: Map<string, { error?: unknown }> } }
  const [server] = reason?.servers?.values() ?? []
  const inner = server?.error ?? cause
  return inner instanceof Error ? rootOf(inner) : error
}

/** Errors that may be gone at another try: https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const passing = new Set([
  6, 7, 24, 43, 50, 89, 91, 112, 134, 175, 189, 202, 262, 290, 9001, 10107, 11600, 11601, 11602, 13388, 13435, 13436,
])

/** What the server said of a statement; Unavailable where it may be gone at another try. */
export const statementError = (settings: Settings, cause: unknown): WeftError =>
  answerError(settings, cause, {
    said: rootOf(cause),
    refused: cause instanceof MongoServerError && !passing.has(Number(cause.code)),
  })
