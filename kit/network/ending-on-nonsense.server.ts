import type { Socket } from 'node:net'

/**
 * What a system says that makes no sense, some drivers throw within their reading, out of reach of whoever asked, which would end the
 * process: it ends the line instead, which they are told.
 */
export const endingOnNonsense =
  <Read>(line: Pick<Socket, 'destroy'>, read: (given: Read) => void) =>
  (given: Read) => {
    try {
      read(given)
    } catch (error) {
      line.destroy(error as Error)
    }
  }
