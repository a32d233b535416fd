import type { Comparison } from '@weft/kit/define/comparison.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { roughSize } from '../debug-data/samples.ts'

/** So many flights are followed, of each so many records of an exit, and in all about so many characters. */
const mostFlights = 2_000
const mostRecords = 50
const mostHeld = 4_000_000
/** What gathers follows from all that came in; so many of those are named. */
const mostBefore = 20

/** Where records of a flight come from: an exit of a step, by one of its batches or, where none is named, by all. */
export type Came = { step: string; exit: string; number?: number | undefined }

/** What one record has become at one step: what came in together, and what left. */
export type Flight = {
  step: string
  /** Which of its batches, and which record of the whole run goes along there. */
  number: number
  record: number
  followingFrom: { flight: number; exit: string }[]
  exits: Record<string, DataRecord[]>
  refused: readonly Rejected[]
  would: readonly Comparison[]
  failed?: Message | undefined
}
type Leaving = Pick<Flight, 'step' | 'number' | 'exits' | 'refused' | 'failed'> & {
  segment: string
  /** Of the step in its segment. */ place: number
  came: readonly Came[]
}

export type Trace = ReturnType<typeof openTrace>

/**
 * The way of each record of a run in which they travel alone, to be walked along. `onFull` is called once, when nothing more is taken: what it
 * holds then is all it will ever hold.
 */
export function openTrace(onFull: () => void = () => undefined) {
  const known = new Map<string, Leaving & Pick<Flight, 'would'>>()
  const segments = new Map<string, number>()
  const heard = new Map<string, Comparison[]>()
  let left = mostHeld
  let isCut = false

  const keyOf = (step: string, number: number) => `${number} ${step}`
  const isGiver = ({ exits }: Pick<Flight, 'exits'>, exit: string) => (exits[exit]?.length ?? 0) > 0

  return {
    /** What the batch a step has now would do. A step has one at a time. */
    compared(step: string, all: readonly Comparison[]) {
      heard.set(step, [...(heard.get(step) ?? []), ...all].slice(0, mostRecords))
    },
    left(leaving: Leaving) {
      const { step, number, segment } = leaving
      const would = heard.get(step) ?? []
      heard.delete(step)
      const refused = leaving.refused.slice(0, mostRecords)
      const exits = Object.fromEntries(
        Object.entries(leaving.exits).map(([exit, records]) => [exit, records.slice(0, mostRecords)]),
      )
      left -= roughSize([Object.values(exits), refused.map(({ record }) => record), would])
      if (isCut || left <= 0 || known.size >= mostFlights) {
        if (!isCut) {
          isCut = true
          onFull()
        }
        return
      }
      if (!segments.has(segment)) segments.set(segment, segments.size)
      known.set(keyOf(step, number), { ...leaving, exits, refused, would })
    },
    /** In the order in which one record after the other goes through one segment after the other. */
    flights(): { flights: Flight[]; isCut: boolean } {
      const order = [...known.values()].sort(
        (a, b) => segments.get(a.segment)! - segments.get(b.segment)! || a.number - b.number || a.place - b.place,
      )
      const recordAt = new Map(
        [...new Set(order.map(({ segment, number }) => `${segment} ${number}`))].map((key, i) => [key, i]),
      )
      const places = new Map(order.map(({ step, number }, i) => [keyOf(step, number), i]))
      const of = Map.groupBy(order, ({ step }) => step)
      const before = ({ step, exit, number }: Came) =>
        (number === undefined ? (of.get(step) ?? []) : [known.get(keyOf(step, number))])
          .filter((giver) => giver !== undefined && isGiver(giver, exit))
          .slice(0, mostBefore)
          .map((giver) => ({ flight: places.get(keyOf(step, giver!.number))!, exit }))
      return {
        isCut,
        flights: order.map(({ segment, step, number, came, exits, refused, would, failed }) => ({
          ...{ step, number, exits, refused, would, failed },
          record: recordAt.get(`${segment} ${number}`)!,
          followingFrom: came.flatMap(before).slice(0, mostBefore),
        })),
      }
    },
  }
}
