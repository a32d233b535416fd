import net from 'node:net'
import type { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import type { Reach } from '@weft/kit/define/connector.ts'
import { codeOf, messageOf } from '@weft/kit/errors/caught.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { answerError, openingError } from '@weft/kit/network/database-error.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { endingOnNonsense } from '@weft/kit/network/ending-on-nonsense.server.ts'
import mysql, { type Connection as PlainConnection, type Query } from 'mysql2'
import type { Connection } from 'mysql2/promise'
import type { z } from 'zod'
import type { mariadb } from './mariadb.ts'

export type Settings = z.output<typeof mariadb.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail: string | ReturnType<typeof encryptionOf>) => void

/** Names in double quotes, a backslash that escapes, points in time as UTC, wrong values told, and one state while a table is read. */
const session = [
  "set sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'",
  'set net_write_timeout = 600',
]
/** Access denied to the server, to the database, and by a kind of sign-in that is not spoken: https://mariadb.com/kb/en/mariadb-error-codes/ */
const refused = new Set([1044, 1045, 1049, 1251, 1698])

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
): Promise<Connection> {
  const { host, port, database, user, password, encryption, ca } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  // The name stays, so that the certificate is compared with it; the socket goes to the address that was checked.
  const socket = net.connect(address.port, address.host)
  const isVerified = encryption === 'verified'
  let line: PlainConnection | undefined
  try {
    line = mysql.createConnection({
      host,
      port,
      database,
      user,
      password,
      stream: () => socket,
      ...(encryption !== 'none' && {
        ssl: { rejectUnauthorized: isVerified, verifyIdentity: isVerified, ...(isVerified && ca !== '' && { ca }) },
      }),
      charset: 'utf8mb4',
      connectTimeout: 10_000,
      // Nothing is rounded, and nothing becomes a point in time of this machine's zone.
      dateStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
      jsonStrings: true,
    })
    line.on('error', ignore('a connection is gone, which the query under way is told'))
    const packets = line as unknown as Packets
    packets.handlePacket = endingOnNonsense(socket, packets.handlePacket.bind(packets))
    packets.protocolError = nonsense
    const connection = line.promise()
    await connection.connect()
    passed('connection', encryptionOf(lineOf(connection)))
    passed('sign_in', user)
    for (const statement of session) await connection.query(statement)
    return connection
  } catch (cause) {
    socket.destroy()
    const isDenied = refused.has((cause as { errno?: number }).errno ?? 0)
    if (isDenied) passed('connection', encryption === 'none' ? encryptionOf(undefined) : 'TLS')
    throw openingError(settings, cause, { denied: isDenied, said: saidByTls(line, cause) })
  }
}

/** What is wrong with a certificate the driver calls by a code of its own that is the same for everything. */
function saidByTls(line: PlainConnection | undefined, cause: unknown): unknown {
  const code = (line as unknown as { stream?: Partial<TLSSocket> } | undefined)?.stream?.authorizationError
  return code && codeOf(cause) === 'HANDSHAKE_SSL_ERROR' ? Object.assign(new Error(messageOf(cause)), { code }) : cause
}

type Packets = { handlePacket(packet: unknown): void; protocolError(message: string): void }

/** The driver tells the line alone of a packet out of place, and takes the statement for done: whoever asked would wait for ever. */
function nonsense(message: string): never {
  throw new Error(message)
}

/** Rows as they come, so many waiting at most. That the line is lost the driver tells the line alone, and its rows would wait for ever. */
export function rowsOf(line: PlainConnection, query: Pick<Query, 'stream'>, highWaterMark: number): Readable {
  const rows = query.stream({ highWaterMark })
  const lost = (error: Error) => void rows.destroy(error)
  line.once('error', lost)
  return rows.once('close', () => line.off('error', lost))
}

function lineOf(connection: Connection): TLSSocket | undefined {
  const { stream } = (connection as unknown as { connection: { stream: net.Socket & Partial<TLSSocket> } }).connection
  return stream.getProtocol ? (stream as TLSSocket) : undefined
}

/** What somebody can act on who has entered these settings. */
export const lineError = (settings: Settings, cause: unknown): WeftError =>
  openingError(settings, cause, { denied: false })

/**
 * Errors that may be gone at another try: too many connections, a server that stops, lines that are cut, what waits for another
 * transaction, what somebody stops, a server that follows another: https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const passing = new Set([
  1020, 1040, 1041, 1053, 1077, 1080, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1205, 1213, 1226, 1290, 1317, 1637,
  1836, 1927, 1969, 3024,
])

/** What the server said of a statement; Unavailable where it may be gone at another try. */
export function statementError(settings: Settings, cause: unknown): WeftError {
  const { errno = 0 } = cause as { errno?: number }
  return answerError(settings, cause, {
    refused: errno >= 1000 && (errno < 2000 || errno >= 3000) && !passing.has(errno),
  })
}
