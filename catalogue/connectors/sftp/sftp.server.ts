import { createHash } from 'node:crypto'
import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { networkReason } from '@weft/kit/network/reason.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import Client from 'ssh2-sftp-client'
import { sftp } from './sftp.ts'

const texts = defineMessages({
  failed: {
    en: '{host} cannot be opened over SFTP: {reason}',
    de: '{host} lässt sich nicht über SFTP öffnen: {reason}',
  },
  entries: {
    en: '{folder}: {count, plural, one {# entry} other {# entries}}',
    de: '{folder}: {count, plural, one {# Eintrag} other {# Einträge}}',
  },
  stranger: {
    en: '{host} shows another fingerprint: {fingerprint}',
    de: '{host} zeigt einen anderen Fingerabdruck: {fingerprint}',
  },
})

export const sftpBody = defineConnectorBody(sftp, {
  async check({ host, port, user, password, private_key, folder, fingerprint }, reach, passed) {
    const address = await reach.resolve(host, port)
    passed('host', `${address.host}:${address.port}`)
    const client = new Client()
    let shown = ''
    const isKnown = (key: Buffer) => {
      shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
      const isSame = fingerprint === '' || fingerprint.replace(/=+$/, '') === shown
      if (isSame) passed('connection', shown)
      return isSame
    }
    try {
      await client.connect({
        host: address.host,
        port: address.port,
        username: user,
        ...(private_key === '' ? { password } : { privateKey: private_key }),
        readyTimeout: 10_000,
        retries: 0,
        hostVerifier: isKnown,
      })
      passed('sign_in', user)
      const entries = await client.list(folder)
      passed('sample', texts.entries({ folder, count: entries.length }))
    } catch (cause) {
      if (cause instanceof WeftError) throw cause
      if (shown !== '' && fingerprint !== '' && fingerprint.replace(/=+$/, '') !== shown)
        throw new Invalid('CONNECTION_STRANGER', texts.stranger({ host, fingerprint: shown }), { cause })
      throw new Unavailable(
        'CONNECTION_FAILED',
        inserted(texts.failed({ host, reason: '' }), 'reason', networkReason(cause)),
        { cause },
      )
    } finally {
      await client.end().catch(ignore('a connection that is given up could not be closed'))
    }
  },
})
