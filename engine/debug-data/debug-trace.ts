import type { Comparison, Verdict } from '@weft/kit/define/comparison.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import type { Flight, Trace } from '../test-runs/trace.ts'
import { bounded, personalIn, recordsOf, showing, type RefusedSample } from './document.ts'

/** What one record has become at a step, the how manieth there and in the run, and out of which flights it came. */
export type DebugFlight = {
  step: string
  number: number
  record: number
  following_from: { flight: number; exit: string }[]
  exits: Record<string, DataRecord[]>
  refused: RefusedSample[]
  would: (Omit<Comparison, 'value' | 'about'> & { verdict: Verdict })[]
  failed?: Message
}
/** The flights of a run in the order in which one walks along them; those behind the first that did not fit are left out. */
export type DebugTrace = { flights: DebugFlight[]; is_cut: boolean }

/** The trace of a run, kept like what has left its steps. */
export function debugTrace({ flights, isCut }: ReturnType<Trace['flights']>, mask: Mask): DebugTrace {
  const within = bounded()
  const shownAt = new Map(
    [...Map.groupBy(flights, ({ step }) => step)].map(([step, all]) => [
      step,
      showing(personalIn(all.flatMap(recordsIn)), mask),
    ]),
  )
  const shown = ({ step, number, record: nth, followingFrom, exits, refused, would, failed }: Flight): DebugFlight => {
    const { record, refused: lost, compared } = shownAt.get(step)!
    return {
      ...{ step, number, record: nth, following_from: followingFrom },
      exits: Object.fromEntries(Object.entries(exits).map(([exit, records]) => [exit, records.map(record)])),
      refused: refused.map(lost),
      would: would.map((one) => ({ verdict: one.verdict, ...compared(one) })),
      ...(failed && { failed: mask(failed) }),
    }
  }
  const kept = within(flights.map(shown))
  return { flights: kept, is_cut: isCut || kept.length < flights.length }
}

const recordsIn = ({ exits, refused, would }: Flight): DataRecord[] => [
  ...Object.values(exits).flat(),
  ...refused.map(({ record }) => record),
  ...would.flatMap(recordsOf),
]
