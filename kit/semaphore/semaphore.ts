type SemaphoreOptions = { at_once: number; /** Without it anybody may wait. */ waiting?: number; full?: () => Error }

/**
 * Lets so much work run at once; the rest waits in order, and when too much waits already, `full` says what happens to whoever comes
 * next, at once instead of piling up.
 */
export function createSemaphore({
  at_once,
  waiting: most = Infinity,
  full = () => new Error('too much waits'),
}: SemaphoreOptions) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>, { patient = false } = {}): Promise<T> => {
    if (running < at_once) running++
    else {
      if (!patient && waiting.length >= most) throw full()
      await new Promise<void>((go) => waiting.push(go))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
