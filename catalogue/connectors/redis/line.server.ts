import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import type { Reach } from '@weft/kit/define/connector.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { networkReason } from '@weft/kit/network/reason.ts'
import type { Redis } from 'ioredis'
import type { z } from 'zod'
import type { redis } from './redis.ts'

const texts = defineMessages({
  failed: { en: '{host} cannot be reached: {reason}', de: '{host} ist nicht erreichbar: {reason}' },
  statement: { en: '{host} answers with an error: {reason}', de: '{host} antwortet mit einem Fehler: {reason}' },
})

export type Settings = z.output<typeof redis.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail?: string | ReturnType<typeof encryptionOf>) => void

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(settings: Settings, reach: Reach, passed: Passed = () => undefined): Promise<Redis> {
  const { host, port, user, password, database, encryption } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const { Redis: Client } = await import('ioredis')
  const line = new Client({
    host: address.host,
    port: address.port,
    ...(encryption !== 'none' && {
      tls: { rejectUnauthorized: encryption === 'verified', ...(isIP(host) === 0 && { servername: host }) },
    }),
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: 10_000,
    // A line that is lost is told, and not opened anew behind the back of who uses it.
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    // The third begins with a sign-in, of which this driver makes a failed connection.
    protocol: 2,
  })
  let lost: unknown
  line.on('error', (error: unknown) => (lost = error))
  try {
    await line.connect()
    // What is no such server has said so by now, or says nothing.
    const ping = line.ping()
    const first = await Promise.race([ping, silence()]).catch((error: unknown) => error)
    if (first === undefined || (first instanceof Error && first.name !== 'ReplyError')) throw first ?? timedOut()
    passed('connection', encryptionOf(encryption === 'none' ? undefined : (line.stream as unknown as TLSSocket)))
    if (password !== '') await (user === '' ? line.auth(password) : line.auth(user, password))
    if (database !== 0) await line.select(database)
    await line.ping()
    passed('sign_in', user || 'default')
    return line
  } catch (cause) {
    line.disconnect()
    throw lineError(settings, isClosed(cause) ? (lost ?? cause) : cause)
  }
}

const silence = () => sleep(10_000, undefined, { ref: false })
const timedOut = () => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
const isClosed = (cause: unknown) => messageOf(cause).startsWith('Connection is closed')

/** What somebody can act on who has entered these settings. */
export function lineError({ host }: Settings, cause: unknown): WeftError {
  if (cause instanceof WeftError) return cause
  const say = inserted(texts.failed({ host, reason: '' }), 'reason', networkReason(cause))
  return /^(NOAUTH|WRONGPASS|NOPERM|ERR (invalid password|AUTH|Client sent AUTH))/.test(messageOf(cause))
    ? new Invalid('CONNECTION_DENIED', say, { cause })
    : new Unavailable('CONNECTION_FAILED', say, { cause })
}

/** What the server said of a command; Unavailable where it may be gone at another try. */
export function commandError({ host }: Settings, cause: unknown): WeftError {
  if (cause instanceof WeftError) return cause
  const say = inserted(texts.statement({ host, reason: '' }), 'reason', networkReason(cause))
  return isRefusal(cause)
    ? new Invalid('STATEMENT_REFUSED', say, { cause })
    : new Unavailable('CONNECTION_FAILED', say, { cause })
}

/** The server has heard the command and will say the same again: not that it loads, is busy, full, or follows another one. */
export const isRefusal = (cause: unknown) =>
  cause instanceof Error &&
  cause.name === 'ReplyError' &&
  !/^(LOADING|BUSY|OOM|READONLY|MASTERDOWN|TRYAGAIN|CLUSTERDOWN|MISCONF|NOREPLICAS)/.test(cause.message)
