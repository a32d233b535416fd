import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { openSsh } from '@weft/kit/network/ssh-client.server.ts'
import { sshTunnel } from './ssh-tunnel.ts'
import { openTunnel } from './tunnel.server.ts'

export const sshTunnelBody = defineConnectorBody(sshTunnel, {
  check: async (settings, reach, passed) => void (await openSsh(settings, reach, passed)).end(),
  tunnel: openTunnel,
})
