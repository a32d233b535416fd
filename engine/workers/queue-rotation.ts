import type { Queue } from '../queue/slots.server.ts'
import { openDueQueues } from './due-queues.ts'

export type QueueRotation = ReturnType<typeof openQueueRotation>

const mostClaims = 4

/**
 * The queues that have work, served one after the other: a queue is claimed from once at a time, a few of them at once, and what is
 * found meanwhile is looked at again afterwards.
 */
export function openQueueRotation({
  most,
  serve,
  lookBeside,
  priorityOf,
}: {
  most: number
  serve(queue: string): Promise<void>
  /** A queue has work: who has a place already may have room for more of it. */
  lookBeside(queue: string): void
  priorityOf(queue: string): Queue['priority']
}) {
  const due = openDueQueues(most)
  const claiming = new Set<string>()
  const again = new Set<string>()
  const resting = new Set<string>()
  const idle = Promise.withResolvers<void>()
  let closed = false

  function add(queue: string) {
    if (claiming.has(queue)) again.add(queue)
    else if (!resting.has(queue)) due.add(queue, priorityOf(queue))
    kick()
    if (!resting.has(queue)) lookBeside(queue)
  }

  function kick() {
    while (!closed && claiming.size < mostClaims) {
      const queue = due.take()
      if (queue === undefined) return
      void occupyPlace(queue)
    }
  }

  async function occupyPlace(queue: string) {
    const priority = priorityOf(queue)
    claiming.add(queue)
    due.occupy(priority)
    try {
      await serve(queue)
    } finally {
      due.vacate(priority)
      endClaim(queue)
      kick()
      if (closed && due.isIdle()) idle.resolve()
    }
  }

  function endClaim(queue: string) {
    claiming.delete(queue)
    if (again.delete(queue)) add(queue)
  }

  return {
    add,
    /** A slot was opened, and its work begins; another instance may find more. */
    claimed(queue: string) {
      again.add(queue)
      endClaim(queue)
    },
    /** To be looked at once more when its place is free. */
    lookAgain: (queue: string) => void again.add(queue),

    /** Looking past a long backlog whose turn has not come costs time: it is not looked past all the time. */
    rest(queue: string, searched_ms: number) {
      if (searched_ms < 20) return
      resting.add(queue)
      setTimeout(
        () => {
          resting.delete(queue)
          add(queue)
        },
        Math.min(1_000, searched_ms * 5),
      ).unref()
    },
    endRest: (queue: string) => void resting.delete(queue),

    /** Whether the place a queue has is to be given up: for another queue, or because nothing more is claimed. */
    isPlaceWanted: (queue: string) => closed || due.isAwaited(queue),
    isClosed: () => closed,
    /** Serves nothing more; answers once what is being served has come to its end. */
    close() {
      closed = true
      if (due.isIdle()) idle.resolve()
      return idle.promise
    },
  }
}
