import type { Duplex } from 'node:stream'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { TunnelSession } from '@weft/kit/define/tunnel-session.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import { networkReason } from '@weft/kit/network/reason.ts'
import { closedEarly } from '@weft/kit/network/open-socket.server.ts'
import { openSsh } from '@weft/kit/network/ssh-client.server.ts'
import type { SshSettings } from '@weft/kit/network/ssh-settings.ts'
import type { Client } from 'ssh2'

const texts = defineMessages({
  closed: {
    en: '{host} does not lead on to {target}: {reason}',
    de: '{host} führt nicht weiter zu {target}: {reason}',
  },
})

/** Signs in once; every line is a channel of its own: RFC 4254, section 7.2. */
export async function openTunnel(settings: SshSettings, reach: Reach): Promise<TunnelSession> {
  const client = await openSsh(settings, reach)
  client.on('error', ignore('every line through it hears of its end'))
  return {
    async connect(host, port) {
      try {
        return await channelTo(client, host, port)
      } catch (cause) {
        const say = inserted(
          texts.closed({ host: settings.host, target: `${host}:${port}`, reason: '' }),
          'reason',
          networkReason(cause),
        )
        throw new Unavailable('TUNNEL_CLOSED', say, { cause })
      }
    },
    // Not waited for: a server that has gone says no goodbye.
    close: async () => void client.end(),
  }
}

const channelTo = (client: Client, host: string, port: number): Promise<Duplex> =>
  new Promise((done, fail) => {
    const ended = () => fail(closedEarly())
    client.once('close', ended)
    client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
      client.off('close', ended)
      if (error) fail(error)
      else done(channel)
    })
  })
