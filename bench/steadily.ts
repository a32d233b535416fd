import { setTimeout as sleep } from 'node:timers/promises'

const perSecond = 100

/** Milliseconds of calls at 100 a second whatever the answers take, so that a slow one does not hide those behind it. */
export async function steadily(call: () => Promise<unknown>, seconds: number): Promise<number[]> {
  const begun = performance.now()
  const calls: Promise<number>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begun + (n * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    calls.push(call().then(() => performance.now() - due))
  }
  return Promise.all(calls)
}
