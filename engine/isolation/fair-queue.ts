type Limits = {
  at_once: number
  /** How much of it one owner may have. */ of_one: number
  /** How much of one owner may wait. */ waiting: number
}
type Waiting = { begin(): void; giveUp(error: Error): void }

/**
 * Lets so much work run at once and serves the owners of what waits in turn, however much each of them has brought. Above the bound of
 * one owner's waiting work `full` says what happens to whoever comes next; `signal` takes back what has not begun.
 */
export function fairQueue({ at_once, of_one, waiting: bound }: Limits, full: () => Error) {
  const waiting = new Map<string, Waiting[]>()
  const running = new Map<string, number>()
  let all = 0

  const mayBegin = (owner: string) => all < at_once && (running.get(owner) ?? 0) < of_one

  function begin(owner: string) {
    running.set(owner, (running.get(owner) ?? 0) + 1)
    all++
  }

  function end(owner: string) {
    const left = running.get(owner)! - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    all--
    // Whoever is served goes to the end of the line of owners.
    for (const [next, list] of waiting) {
      if (!mayBegin(next)) continue
      const first = list.shift()!
      waiting.delete(next)
      if (list.length > 0) waiting.set(next, list)
      begin(next)
      return first.begin()
    }
  }

  async function turnOf(owner: string, signal: AbortSignal | undefined): Promise<void> {
    if (mayBegin(owner)) return begin(owner)
    const list = waiting.get(owner) ?? []
    if (list.length >= bound) throw full()
    waiting.set(owner, list)
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = { begin: () => (signal?.removeEventListener('abort', gone), resolve()), giveUp: reject }
      const gone = () => {
        const left = (waiting.get(owner) ?? []).filter((one) => one !== entry)
        if (left.length > 0) waiting.set(owner, left)
        else waiting.delete(owner)
        reject(signal!.reason as Error)
      }
      signal?.addEventListener('abort', gone, { once: true })
      list.push(entry)
    })
  }

  return {
    async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted()
      await turnOf(owner, signal)
      try {
        return await work()
      } finally {
        end(owner)
      }
    },
    /** What has not begun never will. */
    close(why: Error) {
      for (const list of waiting.values()) for (const one of list) one.giveUp(why)
      waiting.clear()
    },
  }
}
