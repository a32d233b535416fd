import { isFinal } from '@weft/kit/define/job-status.ts'
import type { CallersAnswer } from '@weft/engine/queue/callers-answer.server.ts'
import type { AppContext } from '../../context.ts'

const longestWait_ms = 60_000

/**
 * Answers what the callers of webhooks wait for: what a step has said, how the job ended, or where it is when they have waited long enough.
 * Each is told when there is something to see. Whoever was not, because something failed meanwhile, looks every `look_ms`.
 */
export function openAwaitedJobs(
  { jobs, announcements }: AppContext<'jobs' | 'announcements'>,
  { look_ms = 2_000 } = {},
) {
  const waiting = new Map<string, Set<() => void>>()
  let isHeard = false

  const wake = (id: string) => {
    for (const look of waiting.get(id) ?? []) look()
  }

  function hear() {
    if (isHeard) return
    isHeard = true
    announcements.hear({
      silent({ to, event }) {
        if (!('topic' in to) || event.type !== 'job') return
        const { id, status } = (event.data ?? {}) as { id?: string; status?: string }
        if (id !== undefined && status !== undefined && isFinal(status)) wake(id)
      },
      answered: wake,
      opened: () => [...waiting.keys()].forEach(wake),
    })
  }

  /** Begins to hear of a job; `next` is fulfilled with the next news of it since the last look, or after a while. */
  function newsOf(id: string) {
    let isTold = false
    let told = () => {}
    const look = () => {
      isTold = true
      told()
    }
    const those = waiting.get(id) ?? new Set()
    waiting.set(id, those.add(look))
    return {
      async next(longest_ms: number) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          told = resolve
          if (isTold) resolve()
          else timer = setTimeout(resolve, longest_ms)
        })
        clearTimeout(timer)
        isTold = false
      },
      end() {
        those.delete(look)
        if (those.size === 0) waiting.delete(id)
      },
    }
  }

  return async (id: string): Promise<CallersAnswer> => {
    const until = Date.now() + longestWait_ms
    const news = newsOf(id)
    hear()
    try {
      for (;;) {
        const found = await jobs.callersAnswer(id)
        const left = until - Date.now()
        if ('headers' in found || isFinal(found.status) || left <= 0) return found
        await news.next(Math.min(look_ms, left))
      }
    } finally {
      news.end()
    }
  }
}
