import type { Socket } from 'node:net'

/**
 * For clients that throw out of the event when they cannot parse what has come, which would end the process: the line is closed with
 * that error instead, and whoever waits on it is told.
 */
export function closedByUnreadableData<S extends Socket>(socket: S): S {
  const emit = socket.emit
  socket.emit = (event: string | symbol, ...args: unknown[]) => {
    try {
      return Reflect.apply(emit, socket, [event, ...args]) as boolean
    } catch (error) {
      if (event !== 'data' && event !== 'readable') throw error
      socket.destroy(error as Error)
      return true
    }
  }
  return socket
}
