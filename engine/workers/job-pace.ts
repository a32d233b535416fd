/** A list of small jobs for one worker: as many as it does in about this time, in milliseconds. */
const listFor = 100
const longestList = 64

/** How long a queue's jobs take, and how many of them a worker is therefore given at once. */
export function openJobPace() {
  const pace = new Map<string, number>()
  return {
    listLength: (queue: string) =>
      Math.max(1, Math.min(longestList, Math.floor(listFor / (pace.get(queue) ?? listFor)))),
    measured(queue: string, ms: number) {
      const before = pace.get(queue)
      pace.set(queue, before === undefined ? ms : before * 0.7 + ms * 0.3)
    },
    /** After a crash jobs are given out one by one, until they are known again. */
    crashed: (queue: string) => void pace.set(queue, listFor),
  }
}

export type JobPace = ReturnType<typeof openJobPace>
