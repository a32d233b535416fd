import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Client } from 'ldapts'
import type { Reach } from '@weft/kit/define/connector.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, inserted, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import { closedEarly, openSocket } from '@weft/kit/network/open-socket.server.ts'
import { tlsSettingsOf } from '@weft/kit/network/start-tls-settings.ts'
import { tlsOptions } from '@weft/kit/network/tls-options.server.ts'
import { closedByUnreadableData } from '@weft/kit/network/unreadable-data.server.ts'
import type { z } from 'zod'
import { answerCutter, halfAnswer, noLdap } from './answers.ts'
import type { ldap } from './ldap.ts'

const texts = defineMessages({
  statement: { en: '{host} answers with an error: {reason}', de: '{host} antwortet mit einem Fehler: {reason}' },
  missing: { en: 'there is no such entry', de: 'einen solchen Eintrag gibt es nicht' },
  credentials: { en: 'user or password is wrong', de: 'Benutzer oder Passwort ist falsch' },
  rights: { en: 'this user may not do that', de: 'dieser Benutzer darf das nicht' },
  exists: { en: 'an entry with this dn is already there', de: 'ein Eintrag mit diesem dn ist schon da' },
  sizeLimit: {
    en: 'it gives out no more entries in one reading',
    de: 'mehr Einträge gibt es in einem Lesen nicht heraus',
  },
  noLdap: {
    en: '{host} answers with something that is no LDAP.',
    de: '{host} antwortet mit etwas, das kein LDAP ist.',
  },
  half: {
    en: '{host} has stopped in the middle of an answer.',
    de: '{host} hat mitten in einer Antwort aufgehört.',
  },
  code: { en: 'result code {code}', de: 'Ergebniscode {code}' },
})

export type Settings = z.output<typeof ldap.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail: string | Message) => void

/** A directory may think for long, but what it has begun to say it goes on saying. */
const pause_ms = 10_000

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
  pause = pause_ms,
): Promise<Client> {
  const { host, port, encryption, user, password } = settings
  const tls = tlsSettingsOf(settings)
  const first = { host, port, ca: tls.ca, encryption: encryption === 'tls' ? tls.encryption : ('none' as const) }
  const socket = await openSocket(first, reach, (step, detail) => {
    if (step === 'host' || encryption !== 'starttls') passed(step, detail)
  })
  closedByUnreadableData(givingWholeMessages(socket, pause))
  const { Client: Ldap } = await import('ldapts')
  let isUsed = false
  const client = new Ldap({
    url: 'ldap://localhost',
    timeout: 60_000,
    connectTimeout: 10_000,
    strictDN: false,
    // A line that is gone is told and not opened anew: it would be one that nobody has signed in on.
    createConnection: (() => {
      if (isUsed || socket.readyState !== 'open') throw closedEarly()
      isUsed = true
      return socket
    }) as never,
  })
  const unbind = client.unbind.bind(client)
  // Over a line that is gone it would wait for its time to be up where that was encrypted later.
  client.unbind = async () => (socket.destroyed ? undefined : unbind())
  try {
    if (encryption === 'starttls') {
      await client.startTLS(tlsOptions(host, tls))
      const safe = (client as unknown as { socket: TLSSocket }).socket
      closedByUnreadableData(givingWholeMessages(safe, pause, socket))
      passed('connection', encryptionOf(safe))
    }
    await client.bind(user, password)
  } catch (cause) {
    await client.unbind().catch(ignore('a directory was gone before it was left'))
    throw ldapError(settings, cause)
  }
  passed('sign_in', user)
  return client
}

/** The client gets one message after the other, and none that it cannot read; what is wrong it learns from the `line` it knows. */
function givingWholeMessages<S extends Socket>(socket: S, pause: number, line: Socket = socket): S {
  const emit = socket.emit
  const { cut, isHalf } = answerCutter()
  let late: NodeJS.Timeout | undefined
  socket.once('close', () => clearTimeout(late))
  socket.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== 'data') return Reflect.apply(emit, socket, [event, ...args]) as boolean
    clearTimeout(late)
    try {
      for (const message of cut(args[0] as Buffer)) {
        Reflect.apply(emit, socket, [event, message])
        if (socket.destroyed) return true
      }
      // What came while this process was busy is heard first.
      if (isHalf()) late = setTimeout(() => (late = setTimeout(() => line.destroy(new Error(halfAnswer)), 1)), pause)
      return true
    } catch (error) {
      line.destroy(error as Error)
      throw error
    }
  }
  return socket
}

/** Result codes: https://www.rfc-editor.org/rfc/rfc4511#appendix-A */
const denied = new Set([7, 8, 13, 48, 49])
const passing = new Set([3, 51, 52])

export function ldapError({ host }: Settings, cause: unknown): WeftError {
  if (cause instanceof WeftError) return cause
  const { code } = cause as { code?: unknown }
  // The client tells it in words of its own, with these at the end.
  if (messageOf(cause).endsWith(noLdap)) return new Unavailable('CONNECTION_FAILED', texts.noLdap({ host }), { cause })
  if (messageOf(cause).endsWith(halfAnswer))
    return new Unavailable('CONNECTION_FAILED', texts.half({ host }), { cause })
  if (typeof code !== 'number') return lineError(host, cause)
  const reason = ldapReason(cause)
  if (denied.has(code)) return deniedError(host, reason, cause)
  const say = inserted(texts.statement({ host, reason: '' }), 'reason', reason)
  return passing.has(code)
    ? new Unavailable('CONNECTION_FAILED', say, { cause })
    : new Invalid('STATEMENT_REFUSED', say, { cause })
}

const known: Record<number, keyof typeof texts> = {
  4: 'sizeLimit',
  32: 'missing',
  49: 'credentials',
  50: 'rights',
  68: 'exists',
}

/** The directory's own words where it has any beside the code. */
export function ldapReason(cause: unknown): Message {
  const { code } = cause as { code: number }
  const own = messageOf(cause)
    .replace(/ ?Code: 0x[0-9a-f]+$/, '')
    .trim()
  if (own !== '') return quotedTexts(own)
  return texts[known[code] ?? 'code']({ code, reason: '', host: '' })
}
