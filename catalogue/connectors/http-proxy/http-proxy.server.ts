import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { openSocket } from '@weft/kit/network/open-socket.server.ts'
import { askToConnect, denied, isDenied, lineThrough } from './connect.server.ts'
import { httpProxy } from './http-proxy.ts'

export const httpProxyBody = defineConnectorBody(httpProxy, {
  /** Asked for a line to itself: a proxy that wants a sign-in says so before it says that it does not lead there. */
  async check(settings, reach, passed) {
    const { host, port, user } = settings
    const socket = await openSocket(settings, reach, passed)
    try {
      const answer = await askToConnect(socket, settings, host, port)
      if (isDenied(answer)) throw denied(settings, answer)
      passed('sign_in', user)
    } finally {
      socket.destroy()
    }
  },
  tunnel: async (settings, reach) => ({
    connect: (host, port) => lineThrough(settings, reach, host, port),
    close: async () => undefined,
  }),
})
