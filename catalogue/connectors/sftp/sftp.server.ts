import { createHash } from 'node:crypto'
import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import Client from 'ssh2-sftp-client'
import { sftp } from './sftp.ts'

const texts = defineMessages({
  failed: {
    en: '{host} cannot be opened over SFTP: {reason}',
    de: '{host} lässt sich nicht über SFTP öffnen: {reason}',
  },
  stranger: {
    en: '{host} shows another fingerprint: {fingerprint}',
    de: '{host} zeigt einen anderen Fingerabdruck: {fingerprint}',
  },
})

export const sftpBody = defineConnectorBody(sftp, {
  async test({ host, port, user, password, private_key, folder, fingerprint }, reach) {
    const client = new Client()
    let shown = ''
    const isKnown = (key: Buffer) => {
      shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
      return fingerprint === '' || fingerprint.replace(/=+$/, '') === shown
    }
    try {
      await client.connect({
        host: await reach.resolve(host, port),
        port,
        username: user,
        ...(private_key === '' ? { password } : { privateKey: private_key }),
        readyTimeout: 10_000,
        retries: 0,
        hostVerifier: isKnown,
      })
      const entries = await client.list(folder)
      return { answered: `${shown}, ${entries.length}` }
    } catch (cause) {
      if (cause instanceof WeftError) throw cause
      if (shown !== '' && fingerprint !== '' && fingerprint.replace(/=+$/, '') !== shown)
        throw new Invalid('CONNECTION_STRANGER', texts.stranger({ host, fingerprint: shown }), { cause })
      throw new Unavailable('CONNECTION_FAILED', texts.failed({ host, reason: messageOf(cause) }), { cause })
    } finally {
      await client.end().catch(ignore('a connection that is given up could not be closed'))
    }
  },
})
