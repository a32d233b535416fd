import type { TLSSocket } from 'node:tls'
import type { Reach } from '@weft/kit/define/connector.ts'
import { codeOf } from '@weft/kit/errors/caught.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { answerError, openingError } from '@weft/kit/network/database-error.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { PostgresClient } from '@weft/kit/network/postgres-client.server.ts'
import { tlsOptions } from '@weft/kit/network/tls-options.server.ts'
import type pg from 'pg'
import type { z } from 'zod'
import type { postgres } from './postgres.ts'

export type Settings = z.output<typeof postgres.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail: string | ReturnType<typeof encryptionOf>) => void

/** Every value as the server writes it: what it is, its column says. */
const asWritten = { getTypeParser: () => (text: string) => text }

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
  more: { replication?: 'database' } = {},
): Promise<pg.Client> {
  const { host, port, database, user, password, encryption } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const client = new PostgresClient({
    host: address.host,
    port: address.port,
    database,
    user,
    password,
    ssl: encryption === 'none' ? false : tlsOptions(host, settings),
    connectionTimeoutMillis: 10_000,
    application_name: 'weft',
    types: asWritten as pg.CustomTypesConfig,
    options:
      '-c DateStyle=ISO,YMD -c IntervalStyle=iso_8601 -c TimeZone=UTC -c extra_float_digits=3 -c bytea_output=hex',
    ...more,
  } as pg.ClientConfig)
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  const { connection } = client as unknown as { connection: { stream: TLSSocket } }
  const encrypted = () => encryptionOf(encryption === 'none' ? undefined : connection.stream)
  try {
    await client.connect()
  } catch (cause) {
    await client.end().catch(ignore('a connection that is given up could not be closed'))
    // What the server says with a code of its own, it says to somebody it is connected with.
    if (isServers(cause)) passed('connection', encrypted())
    throw lineError(settings, cause, isServers(cause) && codeOf(cause).startsWith('28'))
  }
  passed('connection', encrypted())
  passed('sign_in', user)
  return client
}
/** What somebody can act on who has entered these settings. */
export const lineError = (settings: Settings, cause: unknown, denied = false): WeftError =>
  openingError(settings, cause, { denied })

/**
 * What the server said of a statement: of those errors that may be gone at another try (the line, transactions in each other's way, what
 * is short, somebody who stops it) as Unavailable. Classes: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export const statementError = (settings: Settings, cause: unknown): WeftError =>
  answerError(settings, cause, { refused: isServers(cause) && !/^(08|25P0[34]|40|53|55|57|58|XX)/.test(codeOf(cause)) })

/** A code of SQL, and not one of the network such as EPIPE. */
const isServers = (cause: unknown) => /^(?!E)[0-9A-Z]{5}$/.test(codeOf(cause))
