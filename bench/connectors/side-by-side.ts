import { row, type Row } from '../figure.ts'

export type Speeds = { ours: number; byHand: number }
type Work = () => Promise<unknown>
type Both = { ours: Work; byHand: Work }

const msOf = async (work: Work) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Rows a second of both, which take turns, so that whatever else the machine does meets both. */
export async function sideBySide(rows: number, turns: Iterable<Both>): Promise<Speeds> {
  let [ours, byHand] = [0, 0]
  for (const turn of turns) {
    ours += await msOf(turn.ours)
    byHand += await msOf(turn.byHand)
  }
  return { ours: (rows / ours) * 1000, byHand: (rows / byHand) * 1000 }
}

export const speedRow = (name: string, { ours, byHand }: Speeds): Row => row(name, ours, 'rows/s', byHand)

/**
 * The most memory while so many rows pass for the first time, beside the most of the first tenth: by then everything is compiled and the
 * heap has its size.
 */
export function memoryOver(rows: number) {
  let [passed, early, most] = [0, 0, 0]
  return {
    pass(count: number) {
      passed += count
      if (passed > rows) return
      most = Math.max(most, process.memoryUsage.rss())
      if (passed <= rows / 10) early = most
    },
    row: (name: string): Row => row(name, most / 1024 / 1024, 'MB', early / 1024 / 1024),
  }
}
