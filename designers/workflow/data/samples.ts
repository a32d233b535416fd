import type { Flow } from '@weft/kit/workflow-text/flow.ts'

export type Sample = Record<string, unknown>
type RefusedSample = { record: Sample; field?: string | undefined; reason: string }

/** What has left a step in a run: the first records of each exit, and those refused. */
type StepSamples = { exits: Record<string, Sample[]>; refused: RefusedSample[] }
/** By step. */
export type RunSamples = Record<string, StepSamples>

/** What stood before a step that was tried alone. */
export const sampleStep = '__sample'

/** Records that came into a step by one of the connections that lead to it; `count` of all, where the journal says it. */
export type Incoming = { from: string; exit: string; records: Sample[] }

export const incomingOf = ({ edges }: Pick<Flow, 'edges'>, samples: RunSamples, step: string): Incoming[] =>
  samples[sampleStep]
    ? [{ from: sampleStep, exit: 'out', records: leaving(samples[sampleStep], 'out') }]
    : edges
        .filter(({ to }) => to === step)
        .map(({ from, exit }) => ({ from, exit, records: leaving(samples[from], exit) }))

/** What was refused leaves by `rejected` where that leads somewhere. */
const leaving = (given: StepSamples | undefined, exit: string): Sample[] =>
  exit === 'rejected' && given
    ? [...(given.exits['rejected'] ?? []), ...given.refused.map(({ record }) => record)]
    : (given?.exits[exit] ?? [])

/** Those with this text in any value, whatever its case; of lists and objects as they are written in JSON. */
export function fitting(records: readonly Sample[], query: string): Sample[] {
  const wanted = query.toLowerCase()
  const texts = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase()
  return records.filter((record) =>
    Object.values(record).some((value) => value !== null && value !== undefined && texts(value).includes(wanted)),
  )
}

/** The exit whose records are shown: the wished one if something is kept of it, else the first. */
export function exitShown(given: StepSamples | undefined, wished: string | undefined): string | undefined {
  const exits = exitsKept(given)
  return wished !== undefined && exits.includes(wished) ? wished : exits[0]
}

/** The exits something is kept of; what was refused comes last, whether or not its exit leads on. */
export const exitsKept = (given: StepSamples | undefined): string[] => {
  const { exits = {}, refused = [] } = given ?? {}
  const others = Object.keys(exits).filter((exit) => exit !== 'rejected')
  return 'rejected' in exits || refused.length > 0 ? [...others, 'rejected'] : others
}
