import { createPrivateKey } from 'node:crypto'
import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { codeOf } from '@weft/kit/errors/caught.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, quotedTexts } from '@weft/kit/messages/messages.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { tlsSettingsOf } from '@weft/kit/network/start-tls-settings.ts'
import { tlsOptions } from '@weft/kit/network/tls-options.server.ts'
import type { Address, Reach } from '@weft/kit/define/connector.ts'
import type { z } from 'zod'
import { smtpError } from './errors.ts'
import { senderBy } from './send.server.ts'
import { smtp } from './smtp.ts'

const texts = defineMessages({
  key: {
    en: 'The DKIM key is no private RSA key in PEM form.',
    de: 'Der DKIM-Schlüssel ist kein privater RSA-Schlüssel im PEM-Format.',
  },
})

type Settings = z.output<typeof smtp.settings>

async function transportTo(settings: Settings, address: Address) {
  const { createTransport } = await import('nodemailer')
  const { host, encryption, auth, user, password, token, dkim_domain, dkim_selector, dkim_key } = settings
  if (dkim_domain !== '') requireRsaKey(dkim_key)
  return createTransport({
    pool: true,
    maxConnections: 1,
    host: address.host,
    port: address.port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    tls: tlsOptions(host, tlsSettingsOf(settings)),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    // A mail consists of what it is given and of nothing that lies on this machine.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(auth === 'password' && { auth: { user, pass: password } }),
    ...(auth === 'token' && { auth: { type: 'OAuth2' as const, user, accessToken: token } }),
    ...(dkim_domain !== '' && {
      dkim: { domainName: dkim_domain, keySelector: dkim_selector, privateKey: dkim_key },
    }),
  })
}

function requireRsaKey(key: string) {
  try {
    if (createPrivateKey(key).asymmetricKeyType === 'rsa') return
  } catch (cause) {
    throw new Invalid('DKIM_KEY_UNUSABLE', texts.key(), { cause })
  }
  throw new Invalid('DKIM_KEY_UNUSABLE', texts.key())
}

const resolved = (settings: Settings, reach: Reach) => reach.resolve(settings.host, settings.port)

export const smtpBody = defineConnectorBody(smtp, {
  async check(settings, reach, passed) {
    const { host, encryption, auth, user } = settings
    const address = await resolved(settings, reach)
    passed('host', `${address.host}:${address.port}`)
    const transport = await transportTo(settings, address)
    const connected = () =>
      passed('connection', encryption === 'none' ? encryptionOf(undefined) : quotedTexts(encryption.toUpperCase()))
    try {
      await transport.verify()
    } catch (cause) {
      if (codeOf(cause) === 'EAUTH') connected()
      throw smtpError(host, cause)
    } finally {
      transport.close()
    }
    connected()
    passed('sign_in', auth === 'none' ? '' : user)
  },
  mail: async (settings, reach) => senderBy(await transportTo(settings, await resolved(settings, reach)), settings),
})
