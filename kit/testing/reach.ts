import type { Reach } from '../define/connector.ts'

/** A way out for connectors under test, whose counterparts all live on this machine. */
export const localReach: Reach = {
  resolve: async (_, port) => ({ host: '127.0.0.1', port }),
  http: () => Promise.reject(new Error('This connector is not asked over HTTP.')),
  transfer: () => Promise.reject(new Error('This connector is not asked over HTTP.')),
}
