import type { EventEmitter } from 'node:events'
import net, { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { Reach } from '@weft/kit/define/connector.ts'
import { codeOf } from '@weft/kit/errors/caught.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { answerError, openingError } from '@weft/kit/network/database-error.ts'
import { closedEarly } from '@weft/kit/network/open-socket.server.ts'
import type { Connection } from 'tedious'
import type { z } from 'zod'
import type { sqlServer } from './sql-server.ts'

export type Settings = z.output<typeof sqlServer.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail?: string) => void

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
): Promise<Connection> {
  const { host, port, database, user, password, encryption } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const { Connection: Line } = await import('tedious')
  let socket: net.Socket | undefined
  const line = new Line({
    server: host,
    authentication: { type: 'default', options: { userName: user, password } },
    options: {
      // The name stays, so that the certificate is compared with it; the socket goes to the address that was checked.
      connector: async () => (socket = await socketTo(address)),
      database,
      encrypt: encryption !== 'none',
      trustServerCertificate: encryption !== 'verified',
      ...(isIP(host) === 0 && { serverName: host }),
      connectTimeout: 10_000,
      requestTimeout: 0,
      appName: 'weft',
      useUTC: true,
    },
  })
  endOnNonsense(line as unknown as Answers, () => socket)
  line.on('error', ignore('a connection is gone, which the request under way is told'))
  try {
    await new Promise<void>((done, fail) => line.connect((error?: Error) => (error ? fail(error) : done())))
    passed('connection')
    passed('sign_in', user)
    return line
  } catch (cause) {
    line.close()
    const isDenied = codeOf(rootOf(cause)) === 'ELOGIN'
    if (isDenied) passed('connection')
    throw lineError(settings, cause, isDenied)
  }
}

type Answer = EventEmitter & { parser: Readable }
type Answers = { createTokenStreamParser(message: unknown, handler: unknown): Answer }

/**
 * An answer that makes no sense, or never ends, the driver tells a stream that nobody listens to: it ends the line instead, which whoever
 * asked is told.
 */
function endOnNonsense(line: Answers, socketOf: () => net.Socket | undefined) {
  const make = line.createTokenStreamParser.bind(line)
  line.createTokenStreamParser = (message, handler) => {
    const answer = make(message, handler)
    const socket = socketOf()
    const lost = () => void answer.emit('error', closedEarly())
    socket?.once('close', lost)
    answer.on('error', heardElsewhere).once('end', () => socket?.off('close', lost))
    answer.parser.on('error', (error) => {
      answer.emit('error', error)
      socket?.destroy(error)
    })
    return answer
  }
}

const socketTo = ({ host, port }: { host: string; port: number }) =>
  new Promise<net.Socket>((done, fail) => {
    const socket = net.connect(port, host)
    socket.setNoDelay(true)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      done(socket)
    })
  })

/** The driver wraps what the network says once or twice. */
function rootOf(error: unknown): unknown {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error ? rootOf(cause) : error
}

/** What somebody can act on who has entered these settings. */
export const lineError = (settings: Settings, cause: unknown, denied = false): WeftError =>
  openingError(settings, cause, { said: rootOf(cause), denied })

/** Deadlocks, locks that are waited for too long, a database that starts, moves or is throttled: may be gone at another try. */
const passing = new Set([
  233, 601, 615, 617, 701, 802, 921, 922, 927, 952, 983, 1204, 1205, 1222, 3960, 4060, 6005, 8645, 8651, 10053, 10054,
  10060, 10928, 10929, 40143, 40197, 40501, 40540, 40613, 42108, 49918, 49919, 49920,
])

/** What the server said of a statement; Unavailable where it may be gone at another try. */
export function statementError(settings: Settings, cause: unknown): WeftError {
  const number = Number((cause as { number?: unknown }).number)
  return answerError(settings, cause, { said: rootOf(cause), refused: number > 0 && !passing.has(number) })
}
