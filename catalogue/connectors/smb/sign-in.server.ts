import { randomBytes } from 'node:crypto'
import type { Reach } from '@weft/kit/define/connector.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import type { z } from 'zod'
import { connected, type Line } from './line.server.ts'
import { isDisk, negotiated, sessionSet } from './protocol/answers.ts'
import { Malformed } from './protocol/bytes.ts'
import { ntlmAuthenticate, ntlmChallenge, ntlmNegotiate, ntlmSignature } from './protocol/ntlm.server.ts'
import * as requests from './protocol/requests.ts'
import { signingOf } from './protocol/signing.server.ts'
import { answered, mechanisms, offered } from './protocol/spnego.ts'
import { isNoShare, isSignInRefused, Refused, status } from './protocol/status.ts'
import type { smb } from './smb.ts'

const texts = defineMessages({
  guest: {
    en: 'it lets this user in as a guest only',
    de: 'diese Person wird nur als Gast hereingelassen',
  },
  noShare: { en: '{host} has no share named {share}.', de: 'Auf {host} gibt es keine Freigabe namens {share}.' },
  noDisk: {
    en: '{share} on {host} is a printer or a pipe and holds no files.',
    de: '{share} auf {host} ist ein Drucker oder eine Pipe und enthält keine Dateien.',
  },
  noRight: {
    en: '{host} does not allow {user} the share {share}.',
    de: '{host} erlaubt {user} die Freigabe {share} nicht.',
  },
})

export type Settings = z.output<typeof smb.settings>
export type Passed = (step: 'host' | 'connection' | 'sign_in' | 'rights', detail: Message | string) => void

/** How long an answer may take, in seconds. */
export const patience = 30

/** Connects, signs in and opens the share; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openShare(settings: Settings, reach: Reach, passed: Passed = () => undefined): Promise<Line> {
  const { host, port, user, share } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  let line: Line | undefined
  try {
    line = await connected(address, patience)
    const { message } = await line.ask({ command: 'negotiate', body: requests.negotiate(randomBytes(16)) })
    const dialect = negotiated(message)
    if (![0x0210, 0x0300, 0x0302].includes(dialect))
      throw new Malformed(`version 0x${dialect.toString(16)} was not offered`)
    passed('connection', `SMB ${dialect >> 8}.${(dialect >> 4) & 15}${dialect & 15 ? `.${dialect & 15}` : ''}`)
    await signIn(line, settings, dialect)
    passed('sign_in', user)
    await enter(line, settings)
    passed('rights', share)
    return line
  } catch (cause) {
    line?.close()
    throw cause instanceof WeftError ? cause : lineError(host, cause)
  }
}

async function signIn(line: Line, settings: Settings, dialect: number) {
  const { host } = settings
  const first = ntlmNegotiate()
  const more = await line.ask({
    command: 'session_setup',
    body: requests.sessionSetup(offered(first)),
    fine: [status.more_processing],
  })
  const challenge = ntlmChallenge(sessionSet(more.message).token)
  const { message, session_key } = ntlmAuthenticate(settings, first, challenge)
  const signing = signingOf(dialect, session_key)
  line.join(more.session)
  const done = await line
    .ask({
      command: 'session_setup',
      body: requests.sessionSetup(answered(message, ntlmSignature(session_key, mechanisms))),
    })
    .catch((error: unknown) => {
      if (error instanceof Refused && isSignInRefused(error.status))
        throw deniedError(host, quotedTexts(error.message), error)
      throw error
    })
  // What a guest sends and is told belongs to nobody and is sealed by nobody.
  if (sessionSet(done.message).isGuest) throw deniedError(host, texts.guest())
  // The server's last word is sealed with the key that both have only if the password is right on both sides.
  if (!signing.isSigned(done.message)) throw new Malformed('an answer that is not signed by the server')
  line.seal(signing)
}

async function enter(line: Line, { host, share, user }: Settings) {
  const answer = await line
    .ask({ command: 'tree_connect', body: requests.treeConnect(`\\\\${host}\\${share}`) })
    .catch((error: unknown) => {
      if (isNoShare(error)) throw new Invalid('FILE_SHARE', texts.noShare({ host, share }), { cause: error })
      if (error instanceof Refused && error.kind === 'denied')
        throw new Invalid('FILE_DENIED', texts.noRight({ host, share, user }), { cause: error })
      throw error
    })
  if (!isDisk(answer.message)) throw new Invalid('FILE_SHARE', texts.noDisk({ host, share }))
  line.within(answer.tree)
}
