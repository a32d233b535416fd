import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { answerError, openingError } from '@weft/kit/network/database-error.ts'
import type { Database, Options, Transaction } from 'node-firebird'
import type { z } from 'zod'
import type { firebird } from './firebird.ts'
import { distrustColumnNumbers } from './column-numbers.server.ts'
import { watched, type WhileOpen } from './while-open.server.ts'

distrustColumnNumbers()

export type Settings = z.output<typeof firebird.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail?: string) => void

const patience_ms = 10_000
/** Names and passwords that are not known: https://firebirdsql.org/file/documentation/html/en/refdocs/fblangref30/fblangref30-appx02-errorcodes.html */
const refused = new Set([335544472, 335545106])

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(settings: Settings, reach: Reach, passed: Passed = () => undefined): Promise<Database> {
  const { host, port, database, user, password, charset } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const { default: driver } = await import('node-firebird')
  const options: Options & { isPool: true } = {
    host: address.host,
    port: address.port,
    database,
    user,
    password,
    encoding: charset,
    numericMode: 'string',
    blobChunkSize: 65_000,
    blobReadChunkSize: 65_000,
    statementCacheSize: 8,
    // Otherwise the driver connects anew by itself where a line is lost, and nobody hears of what was lost with it.
    isPool: true,
  }
  const attached = driver.attachAsync(options)
  const socket = (driver.connection as unknown as { _socket: Socket })._socket
  endOnNonsense(socket)
  const whileOpen = watched(socket)
  const late = setTimeout(() => socket.destroy(timedOut()), patience_ms)
  try {
    const line = await whileOpen(attached)
    lines.set(line, whileOpen)
    passed('connection')
    passed('sign_in', user)
    return line
  } catch (cause) {
    socket.destroy()
    if (codeOf(cause) > 0) passed('connection')
    throw lineError(settings, cause, refused.has(codeOf(cause)))
  } finally {
    clearTimeout(late)
  }
}

/** What makes no sense throws within the driver, out of reach of whoever asked: it ends the line instead, which they are told. */
function endOnNonsense(socket: Socket) {
  const heard = socket.listeners('data')
  socket.removeAllListeners('data')
  // Not the socket's own way to listen, of which the driver has made one that deciphers.
  EventEmitter.prototype.on.call(socket, 'data', (bytes: Buffer) => {
    try {
      for (const one of heard) one(bytes)
    } catch (error) {
      socket.destroy(error as Error)
    }
  })
}

const timedOut = () => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })

const lines = new WeakMap<Database, WhileOpen>()
export const whileOpen = (line: Database): WhileOpen => lines.get(line)!

/** Closes a line, and hears of it when the server has. */
export const closeLine = (line: Database) =>
  whileOpen(line)(line.detachAsync(true)).catch(ignore('a connection that is given up could not be closed'))

/** Runs `work` in a transaction: together, or not at all. */
export async function inTransaction<T>(line: Database, readOnly: boolean, work: (trx: Transaction) => Promise<T>) {
  // Sees what was committed when each statement began, and waits a minute at most for what others have not.
  const told = whileOpen(line)
  const trx = await told(line.transactionAsync({ readOnly, wait: true, waitTimeout: 60 }))
  try {
    const done = await told(work(trx))
    await told(trx.commitAsync())
    return done
  } catch (error) {
    await told(trx.rollbackAsync()).catch(ignore('where the line is gone the server has rolled back by itself'))
    throw error
  }
}

/** What the server calls its error; 0 where it is none of the server's. */
export const codeOf = (cause: unknown): number => Number((cause as { gdscode?: unknown }).gdscode ?? 0)

/** What somebody can act on who has entered these settings. */
export const lineError = (settings: Settings, cause: unknown, denied = false): WeftError =>
  openingError(settings, cause, { denied })

/**
 * Errors that may be gone at another try: what waits for another transaction, a server or database that is shut down, lines that are
 * cut, what is short.
 */
const passing = new Set([
  335544336, 335544345, 335544451, 335544510, 335544528, 335544648, 335544721, 335544722, 335544726, 335544727,
  335544741, 335544794, 335544856, 335544430, 335544475, 335545110,
])

/** What the server said of a statement; Unavailable where it may be gone at another try. */
export function statementError(settings: Settings, cause: unknown): WeftError {
  const code = codeOf(cause)
  return answerError(settings, cause, { refused: code > 0 && !passing.has(code) })
}
