import type { Server } from 'node:http'

/** Listens no longer, and is done when every call that was under way has its answer. */
export function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.once('close', () => clearInterval(sweep))
    server.closeIdleConnections()
  })
}
