import type { Socket } from 'node:net'
import { closedEarly } from '@weft/kit/network/open-socket.server.ts'

/** Waits for what the driver answers, and no longer than the line stands. */
export type WhileOpen = <T>(work: Promise<T>) => Promise<T>

/** What the driver has heard but not told when its line ends is told to nobody any more: whoever still waits hears it from the line. */
export function watched(socket: Socket): WhileOpen {
  const waiting = new Set<(error: Error) => void>()
  let lost: Error | undefined
  let isGone = false
  // The driver's own word, where it has one, comes first.
  const tell = () =>
    setImmediate(() => {
      for (const fail of waiting) fail(lost ?? closedEarly())
    })
  socket.once('error', (error: Error) => (lost = error))
  socket.once('close', () => {
    isGone = true
    tell()
  })
  return (work) =>
    new Promise((done, fail) => {
      waiting.add(fail)
      work.finally(() => waiting.delete(fail)).then(done, fail)
      if (isGone) tell()
    })
}

/** The same of what comes piece by piece. */
export async function* heardWhileOpen<T>(whileOpen: WhileOpen, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const source = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await whileOpen(source.next())
      if (done) return
      yield value
    }
  } finally {
    await whileOpen(source.return!())
  }
}
