import type { WeftError } from '../../errors/errors.ts'
import type { RemoteConnection } from './connection.ts'

// Servers for files rarely let one user in more often than ten times.
const most = 6
const idleMs = 20_000
/** A line that has rested longer is asked whether it still stands before it is used. */
const restedMs = 3_000

/** A few lines to one server, opened on use, used by one caller at a time, closed when idle. */
export function openLinePool(
  { timeout, busy }: { timeout: number; busy(): WeftError },
  open: () => Promise<RemoteConnection>,
) {
  const idle: { line: RemoteConnection; since: number }[] = []
  const waiting: { take(): void; refuse(): void }[] = []
  let out = 0
  let closed = false

  const sweeper = setInterval(() => {
    while (idle[0] && idle[0].since < Date.now() - idleMs) idle.shift()!.line.close()
  }, idleMs / 4).unref()

  /** `sure` asks a line that was just used as well whether it still stands: for what must not be begun twice. */
  async function take(how: { sure?: boolean } = {}): Promise<RemoteConnection> {
    if (out >= most) await turn()
    else out++
    const line = await standing(how)
    line.begin()
    return line
  }

  async function standing({ sure = false }: { sure?: boolean }): Promise<RemoteConnection> {
    try {
      for (let rested = idle.pop(); rested; rested = idle.pop()) {
        const { line, since } = rested
        if (line.isOpen() && ((!sure && Date.now() - since < restedMs) || (await line.answers()))) return line
        line.close()
      }
      return await open()
    } catch (error) {
      next()
      throw error
    }
  }

  /** Waits for a line that somebody gives back. */
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const entry = {
        take: () => (clearTimeout(timer), resolve()),
        refuse: () => reject(busy()),
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        entry.refuse()
      }, timeout * 1000)
      waiting.push(entry)
    })

  function next() {
    const first = waiting.shift()
    if (first) first.take()
    else out--
  }

  function giveBack(line: RemoteConnection, { broken = false } = {}) {
    if (broken || closed || !line.isOpen()) line.close()
    else idle.push({ line, since: Date.now() })
    next()
  }

  return {
    take,
    giveBack,
    async use<T>(work: (line: RemoteConnection) => Promise<T>, how?: { sure: boolean }): Promise<T> {
      const line = await take(how)
      try {
        return await work(line)
      } finally {
        giveBack(line)
      }
    },
    close() {
      closed = true
      clearInterval(sweeper)
      for (const { line } of idle.splice(0)) line.close()
    },
  }
}

export type LinePool = ReturnType<typeof openLinePool>
