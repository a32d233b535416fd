import type { Verdict } from '@weft/kit/define/comparison.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import { tester } from '@weft/kit/define/values.ts'
import type { FlowEdge } from '@weft/kit/workflow-text/flow.ts'
import { lineId } from '../canvas/step-marks.ts'
import type { Sample } from '../data/samples.ts'

/** What a step would have written or called. */
export type WouldBe = {
  verdict: Verdict
  record: Sample
  before?: Sample | undefined
  fields?: string[] | undefined
  field?: string | undefined
  reason?: string | undefined
}

/** What one record has become at a step, as a run that was followed says it. */
export type Flight = {
  step: string
  number: number
  record: number
  following_from: { flight: number; exit: string }[]
  exits: Record<string, Sample[]>
  refused: { record: Sample; field?: string | undefined; reason: string }[]
  would: WouldBe[]
  failed?: string | undefined
}
export type Trace = { flights: readonly Flight[]; is_cut: boolean }

/** Where one may stand: before a step, and behind it where something ends or is to be seen there. */
export type Stop = { flight: number; side: 'before' | 'after' }

export type Breakpoint = { isOn: boolean; condition?: Condition | undefined }
/** By the line they stand on. */
export type Breakpoints = Readonly<Record<string, Breakpoint>>

/** `at` is the number of the stop one stands at; behind the last of them the run is over. */
export type Debugger = { trace: Trace; stops: readonly Stop[]; at: number }

/** Before the first record. */
export const opened = (trace: Trace): Debugger => ({ trace, stops: stopsOf(trace), at: 0 })

export const stepped = (one: Debugger): Debugger => to(one, one.at + 1)
export const steppedBack = (one: Debugger): Debugger => to(one, one.at - 1)

/** To where the next record begins its way. */
export const toNextRecord = (one: Debugger): Debugger => {
  const record = flightAt(one)?.record
  return to(
    one,
    ahead(one, (stop) => one.trace.flights[stop.flight]!.record !== record),
  )
}

/** To the next breakpoint whose condition is met, else to the end. */
export const continued = (one: Debugger, breakpoints: Breakpoints, edges: readonly FlowEdge[]): Debugger =>
  to(
    one,
    ahead(one, (stop) => hitAt({ ...one, at: one.stops.indexOf(stop) }, breakpoints, edges) !== undefined),
  )

/** To the next time something comes to a step; nothing where nothing does any more. */
export function ranTo(one: Debugger, step: string): Debugger | undefined {
  const at = ahead(one, ({ flight, side }) => side === 'before' && one.trace.flights[flight]!.step === step)
  return at < one.stops.length ? to(one, at) : undefined
}

const to = (one: Debugger, at: number): Debugger => ({ ...one, at: Math.max(0, Math.min(one.stops.length, at)) })

function ahead({ stops, at }: Debugger, isThere: (stop: Stop) => boolean): number {
  const found = stops.findIndex((stop, i) => i > at && isThere(stop))
  return found < 0 ? stops.length : found
}

export const stopAt = ({ stops, at }: Debugger): Stop | undefined => stops[at]
export const flightAt = (one: Debugger): Flight | undefined => one.trace.flights[stopAt(one)?.flight ?? -1]

/** A source takes in once what it reads many records for. */
function stopsOf({ flights }: Trace): Stop[] {
  const followed = new Set(flights.flatMap(({ following_from }) => following_from.map(({ flight }) => flight)))
  const taken = new Map<string, string>()
  return flights.flatMap(({ step, following_from, refused, would, failed }, flight): Stop[] => {
    const from = JSON.stringify(following_from)
    const comesIn = following_from.length > 0 && taken.get(step) !== from
    taken.set(step, from)
    const endsHere = !followed.has(flight) || refused.length > 0 || would.length > 0 || failed !== undefined
    return [
      ...(comesIn ? [{ flight, side: 'before' as const }] : []),
      ...(endsHere ? [{ flight, side: 'after' as const }] : []),
    ]
  })
}

/** The records that came into a flight. */
export const incomingAt = ({ flights }: Trace, { following_from }: Pick<Flight, 'following_from'>): Sample[] =>
  following_from.flatMap(({ flight, exit }) => flights[flight]?.exits[exit] ?? [])

/** What came in as it was one step earlier, where each record is still one. */
export function earlierAt({ flights }: Trace, { following_from }: Pick<Flight, 'following_from'>, count: number) {
  const [before, ...more] = following_from
  const giver = before && more.length === 0 ? flights[before.flight] : undefined
  const earlier = giver && incomingAt({ flights, is_cut: false }, giver)
  return earlier?.length === count ? earlier : undefined
}

/** The lines along which the records came that one stands before. */
export function linesAt(one: Debugger, edges: readonly FlowEdge[]): string[] {
  const flight = flightAt(one)
  if (!flight || stopAt(one)!.side === 'after') return []
  const came = flight.following_from.map(({ flight: from, exit }) => [one.trace.flights[from]!.step, exit] as const)
  return edges
    .filter((edge) => edge.to === flight.step && came.some(([step, exit]) => edge.from === step && edge.exit === exit))
    .map(lineId)
}

/** The breakpoint for which one stops here, and which of the records is the first that meets its condition. */
export function hitAt(one: Debugger, breakpoints: Breakpoints, edges: readonly FlowEdge[]) {
  for (const line of linesAt(one, edges)) {
    const breakpoint = breakpoints[line]
    if (!breakpoint?.isOn) continue
    const records = incomingAt(one.trace, flightAt(one)!)
    const record = breakpoint.condition ? records.findIndex(meets(breakpoint.condition)) : 0
    if (record >= 0) return { line, breakpoint, record }
  }
  return undefined
}

const nobody = { id: '', attempt: 1, tenant_id: '', project_id: '', workflow_id: '', parameters: {} }

/** Judged as a step judges it; what cannot be read is met by nothing. */
function meets(condition: Condition): (record: Sample) => boolean {
  try {
    const test = tester({ job: nobody, now: new Date() }, [condition], 'all')
    return (record) => {
      try {
        return test(record)
      } catch {
        return false // a filter that does not take this value
      }
    }
  } catch {
    return () => false
  }
}

/** The steps up to where one stands. */
export const passedBy = ({ trace, stops, at }: Debugger): ReadonlySet<string> =>
  new Set(trace.flights.slice(0, stops[at]?.flight ?? trace.flights.length).map(({ step }) => step))

/** How many writes and calls a real run would have made up to here. */
export const heldBackBy = ({ trace, stops, at }: Debugger): number =>
  trace.flights
    .slice(0, stops[at] ? stops[at].flight + (stops[at].side === 'after' ? 1 : 0) : undefined)
    .flatMap(({ would }) => would)
    .filter(({ verdict }) => verdict !== 'unchanged' && verdict !== 'refused').length

type FieldChange = { name: string; value: unknown; change?: 'added' | 'changed' | undefined; before?: unknown }

/** The fields of a record, and what of them the step before has changed. */
export const changesOf = (record: Sample, before: Sample | undefined): FieldChange[] =>
  Object.entries(record).map(([name, value]) => {
    if (!before || (name in before && JSON.stringify(before[name]) === JSON.stringify(value))) return { name, value }
    return name in before ? { name, value, change: 'changed', before: before[name] } : { name, value, change: 'added' }
  })
