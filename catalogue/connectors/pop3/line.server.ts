import type { TLSSocket } from 'node:tls'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import { encrypted, openSocket } from '@weft/kit/network/open-socket.server.ts'
import { tlsSettingsOf } from '@weft/kit/network/start-tls-settings.ts'
import type { z } from 'zod'
import { dialogueOver, Refusal, type Dialogue } from './dialogue.server.ts'
import type { pop3 } from './pop3.ts'

export type Settings = z.output<typeof pop3.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail: string | Message) => void

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(settings: Settings, reach: Reach, passed: Passed = () => undefined): Promise<Dialogue> {
  const { host, port, encryption, user } = settings
  const tls = tlsSettingsOf(settings)
  const first = { host, port, ca: tls.ca, encryption: encryption === 'tls' ? tls.encryption : ('none' as const) }
  // A line that will be encrypted later is not connected yet in the sense of the settings.
  const socket = await openSocket(first, reach, (step, detail) => {
    if (step === 'host' || encryption !== 'starttls') passed(step, detail)
  })
  let line = dialogueOver(socket)
  try {
    await line.greeting()
    if (encryption === 'starttls') {
      await line.ask('STLS')
      const safe = await encrypted(socket, { host, ...tls })
      line = dialogueOver(safe)
      passed('connection', encryptionOf(safe as TLSSocket))
    }
    await signIn(line, settings)
  } catch (cause) {
    line.socket.destroy()
    socket.destroy()
    throw pop3Error(settings, cause)
  }
  passed('sign_in', user)
  // Between two commands nobody listens: what has happened then, the next one is told.
  line.socket.on('error', ignore('a mailbox is gone, which the next command is told'))
  return line
}

async function signIn(line: Dialogue, { host, user, auth, password, token }: Settings) {
  try {
    if (auth === 'password') {
      await line.ask(`USER ${user}`)
      await line.ask(`PASS ${password}`)
      return
    }
    const said = await line.ask(`AUTH XOAUTH2 ${btoa(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`)}`)
    // A plus alone asks on, with the reason of the refusal that follows.
    if (/^[A-Za-z0-9+/=]{20,}$/.test(said)) await line.ask('')
  } catch (cause) {
    if (!(cause instanceof Refusal) || isPassing(cause)) throw cause
    throw deniedError(host, quotedTexts(cause.message), cause)
  }
}

/** https://www.rfc-editor.org/rfc/rfc3206: busy for now, whoever signs in. */
const isPassing = ({ message }: Refusal) => /^\[(IN-USE|LOGIN-DELAY|SYS\/TEMP)\]/i.test(message)

export const pop3Error = ({ host }: Settings, cause: unknown): WeftError => lineError(host, cause)
