import type { Queue } from '../queue/slots.server.ts'

type Priority = Queue['priority']

/** The queues that have work, and which of them gets the next of a machine's `most` places. */
export function openDueQueues(most: number) {
  const due = { high: new Set<string>(), low: new Set<string>() }
  const busy = { high: 0, low: 0 }
  const reserved = Math.max(1, Math.floor(most / 4))
  const isFull = () => busy.high + busy.low >= most

  /** High first, but a quarter of the places stays for low where low has work, and low never takes the last places. */
  function next(): string | undefined {
    const lowMay = busy.low < most - (most > 1 ? reserved : 0)
    const lowFirst = busy.low < reserved && due.low.size > 0 && busy.high >= most - reserved
    const order: Priority[] = lowFirst ? ['low', 'high'] : ['high', 'low']
    for (const priority of order) {
      if (priority === 'low' && !lowMay) continue
      const [queue] = due[priority]
      if (queue !== undefined) return queue
    }
    return undefined
  }

  return {
    add: (queue: string, priority: Priority) => void due[priority].add(queue),
    /** The queue that is served next, which is then no longer due. */
    take(): string | undefined {
      const queue = isFull() ? undefined : next()
      if (queue !== undefined) for (const queues of Object.values(due)) queues.delete(queue)
      return queue
    },
    /** Whether another queue has work and no place here. */
    isAwaited: (queue: string) =>
      [...due.high, ...due.low].some((other) => other !== queue) && (isFull() || next() === undefined),
    /** A place is taken. */
    occupy: (priority: Priority) => void (busy[priority] += 1),
    vacate: (priority: Priority) => void (busy[priority] -= 1),
    isIdle: () => busy.high + busy.low === 0,
  }
}
