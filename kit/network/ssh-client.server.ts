import type { AuthenticationType, Client } from 'ssh2'
import type { Reach } from '../define/connector.ts'
import { codeOf } from '../errors/caught.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages, inserted } from '../messages/messages.ts'
import { fingerprintOf } from './fingerprint.server.ts'
import { lineError } from './line-error.ts'
import { networkReason } from './reason.ts'
import type { SshSettings } from './ssh-settings.ts'

const texts = defineMessages({
  denied: {
    en: '{host} does not let {user} in with this password or key.',
    de: '{host} lässt {user} mit diesem Passwort oder Schlüssel nicht ein.',
  },
  key: {
    en: 'The private key cannot be read: {reason}',
    de: 'Der private Schlüssel lässt sich nicht lesen: {reason}',
  },
  stranger: {
    en: '{host} shows another fingerprint: {fingerprint}',
    de: '{host} zeigt einen anderen Fingerabdruck: {fingerprint}',
  },
})

type Passed = (step: 'host' | 'connection' | 'sign_in', detail: string) => void

/** Signs in over SSH; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openSsh(settings: SshSettings, reach: Reach, passed: Passed = () => undefined): Promise<Client> {
  const { host, port, user } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  try {
    await signedIn(client, address, settings, (fingerprint) => passed('connection', fingerprint))
    passed('sign_in', user)
    return client
  } catch (cause) {
    client.destroy()
    throw lineError(host, cause)
  }
}

/** The key first: whoever has entered one rarely has a password that the server knows, and failures are counted. */
const methods: AuthenticationType[] = ['none', 'publickey', 'password', 'keyboard-interactive']

function signedIn(
  client: Client,
  address: { host: string; port: number },
  { host, user, password, private_key, passphrase, fingerprint }: SshSettings,
  known: (fingerprint: string) => void,
): Promise<void> {
  const expected = fingerprint.replace(/=+$/, '')
  let shown = ''
  return new Promise<void>((done, fail) => {
    const ended = () => fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }))
    client
      .once('ready', done)
      .once('close', ended)
      .on('error', (cause: Error & { level?: string }) => {
        if (shown !== '' && expected !== '' && shown !== expected)
          fail(new Invalid('CONNECTION_STRANGER', texts.stranger({ host, fingerprint: shown }), { cause }))
        else if (cause.level === 'client-authentication')
          fail(new Invalid('CONNECTION_DENIED', texts.denied({ host, user }), { cause }))
        else if (cause.level === 'client-timeout') fail(Object.assign(cause, { code: 'ETIMEDOUT' }))
        else fail(cause)
      })
      .on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
        answer(prompts.map(() => password)),
      )
    try {
      client.connect({
        host: address.host,
        port: address.port,
        username: user,
        ...(password !== '' && { password, tryKeyboard: true }),
        ...(private_key !== '' && { privateKey: private_key }),
        ...(passphrase !== '' && { passphrase }),
        authHandler: methods.filter((method) => canUse(method, { password, private_key })),
        readyTimeout: 15_000,
        keepaliveInterval: 10_000,
        keepaliveCountMax: 3,
        hostVerifier: (key: Buffer) => {
          shown = fingerprintOf(key)
          const isKnown = expected === '' || expected === shown
          if (isKnown) known(shown)
          return isKnown
        },
      })
    } catch (cause) {
      // Before anything is sent, the key is read.
      if (codeOf(cause) !== '' || private_key === '') throw cause
      fail(
        new Invalid('CONNECTION_KEY', inserted(texts.key({ reason: '' }), 'reason', networkReason(cause)), { cause }),
      )
    }
  })
}

const canUse = (method: AuthenticationType, { password, private_key }: Pick<SshSettings, 'password' | 'private_key'>) =>
  method === 'none' || (method === 'publickey' ? private_key !== '' : password !== '')
