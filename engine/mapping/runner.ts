import { dayIn, valueIn } from '@weft/kit/define/dated.ts'
import type { MappingTrace } from '@weft/kit/define/mapping.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { Moment } from '@weft/kit/define/transformer.ts'
import { Refused } from '@weft/kit/define/value.ts'
import type { CompiledMapping, Records, StepContext, StoredText } from '@weft/kit/define/step-context.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { CheckedMapping } from './check/check.ts'
import { evaluatorFor, type Collect } from './emit/evaluate.ts'
import { planMapping, type LookupSource, type MappingPlan } from './emit/plan.ts'
import { fusedOf, fusedRecords, standing, type FusedBatch } from '../fusion/fused-batch.ts'
import type { FusingMapping } from '../fusion/fusing-mapping.ts'
import { joinFurther, type Joined } from './join.ts'
import { TakenNumbers, type TakeNumbers } from './taken-numbers.ts'

const texts = defineMessages({
  large: { en: 'A value of this record becomes too large.', de: 'Ein Wert dieses Datensatzes wird zu groß.' },
})

type Ask<Found = string> = (name: string) => Promise<Found | undefined>
/** What a mapping asks of the world around it. Secrets are there for runs only. */
export type MappingPorts = {
  lookup: Records['lookup']
  references: StepContext['references']['find']
  data_set: StepContext['data_sets']['lookup']
  partners: StepContext['data_sets']['partners']
  numbers: TakeNumbers
  configuration: Ask
  secret?: Ask
  /** A stored text by its id. */
  text?: Ask<StoredText>
}

/** Either way of computing a plan. */
export type Engine = {
  map(record: DataRecord): DataRecord
  gather: ((record: DataRecord, collect: Collect) => void)[][]
}
export type MakeEngine = (plan: MappingPlan, rows: Map<string, DataRecord>[], moment: Moment) => Engine

export type MappingRun = CompiledMapping & {
  /** Absent where values are computed elsewhere. */
  fusing?: FusingMapping | undefined
  /** Every value on the way of each record; nothing is kept from it. */
  trace(records: DataRecord[], moment: { now: Date; seed: string }): Promise<MappingTrace[]>
}

/** Rows a lookup may remember; above it begins anew. */
const mostRemembered = 50_000

/** Runs batches through a plan: loads what they need from elsewhere first, all at once, then maps record by record. */
export function runnerFor(checked: CheckedMapping, ports: MappingPorts, make: MakeEngine): MappingRun {
  const plan = planMapping(checked)
  const rows = plan.lookups.map(() => new Map<string, DataRecord>())
  const configuration = new Map<string, string>()
  const secrets = ports.secret && new Map<string, string>()
  const stored = new Map<string, StoredText>()
  const clock = new Clock(configuration, secrets, stored)
  const engine = make(plan, rows, clock)
  const evaluator = evaluatorFor(plan, rows, clock)
  const wanted = (kind: 'configuration' | 'secret' | 'text') => [
    ...new Set(plan.uses.flatMap(({ transformer, options }) => transformer[kind]?.(options) ?? [])),
  ]
  let ready: Promise<unknown> | undefined
  const fusing: FusingMapping = { plan, moment: new PlacelessClock(clock), isReady: false }

  const prepare = async (records: DataRecord[], { now, seed }: { now: Date; seed: string }) => {
    await (ready ??= Promise.all([
      loadValues(wanted('configuration'), ports.configuration, configuration),
      ...(ports.secret && secrets ? [loadValues(wanted('secret'), ports.secret, secrets)] : []),
      ...(ports.text ? [loadValues(wanted('text'), ports.text, stored)] : []),
      ...plan.uses.map(({ transformer }) => transformer.loads?.()),
    ]))
    clock.begin(now, seed)
    fusing.isReady = true
    for (const [i, { cache }] of plan.lookups.entries()) if (!cache || rows[i]!.size > mostRemembered) rows[i]!.clear()
    for (const round of engine.gather) {
      const keys = plan.lookups.map(() => new Set<string>())
      for (const gather of round)
        for (const record of records)
          gatherFrom(gather, record, (lookup, key) => void (rows[lookup]!.has(key) || keys[lookup]!.add(key)))
      await Promise.all(plan.lookups.map((lookup, i) => load(lookup, keys[i]!, rows[i]!, ports)))
    }
  }

  /** Maps the record at this position of its batch, or says why it cannot be. */
  const mapOne = (record: DataRecord, i: number): { mapped: DataRecord } | Omit<Rejected, 'record'> => {
    clock.record(i)
    try {
      return { mapped: engine.map(record) }
    } catch (error) {
      const reason = reasonOf(error)
      clock.record(i)
      return { ...evaluator.trace(record).rejected, reason }
    }
  }

  const mapAll = (came: DataRecord[], { records, refused }: Joined) => {
    const out: DataRecord[] = []
    const rejected: Rejected[] = []
    for (let i = 0; i < records.length; i++) {
      const made = refused.get(i) ?? mapOne(records[i]!, i)
      if ('mapped' in made) out.push(made.mapped)
      else rejected.push({ record: came[i]!, ...made })
    }
    return { out, rejected }
  }

  /** Of a batch whose lines are known those records that have none. */
  const mapOthers = (records: DataRecord[], fused: FusedBatch) => {
    const others = new Map<number, DataRecord>()
    const rejected: Rejected[] = []
    const positions: number[] = []
    for (let i = 0; i < records.length; i++) {
      if (fused.lines[i] === undefined) {
        const made = mapOne(records[i]!, i)
        if (!('mapped' in made)) {
          rejected.push({ record: records[i]!, ...made })
          continue
        }
        others.set(i, made.mapped)
      }
      positions.push(i)
    }
    const mappedAt = (position: number) => others.get(position) ?? engine.map(records[position]!)
    return { out: fusedRecords(standing(fused, positions), (i) => mappedAt(positions[i]!)), rejected }
  }

  return {
    fusing,
    async run(records, moment) {
      const joined = await joinFurther(plan.joins, records, ports.partners)
      await prepare(joined.records, moment)
      const fused = fusedOf(records)
      const isFused = fused?.mapping === fusing
      return clock.taken.around(() => (isFused ? mapOthers(records, fused) : mapAll(records, joined)), ports.numbers)
    },
    async trace(records, moment) {
      const joined = await joinFurther(plan.joins, records, ports.partners)
      await prepare(joined.records, moment)
      const traceAll = () =>
        joined.records.map((record, i): MappingTrace => {
          const refusal = joined.refused.get(i)
          if (refusal) return { rejected: refusal, values: [] }
          clock.record(i)
          return { ...evaluator.trace(record), ...(plan.joins.length > 0 && { joined: record }) }
        })
      return clock.taken.around(traceAll, ports.numbers)
    },
  }
}

/** The platform refuses texts beyond half a gigabyte with a RangeError: that record is too large, the others go on. */
function reasonOf(error: unknown): Message {
  if (error instanceof Refused) return error.reason
  if (error instanceof RangeError) return texts.large()
  throw error
}

/** A record whose key cannot be computed is rejected when it is mapped; here it only asks for nothing. */
function gatherFrom(gather: (record: DataRecord, collect: Collect) => void, record: DataRecord, collect: Collect) {
  try {
    gather(record, collect)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

async function load(source: LookupSource, keys: Set<string>, rows: Map<string, DataRecord>, ports: MappingPorts) {
  if (keys.size === 0) return
  if ('reference' in source) {
    const found = await ports.references(source.reference, source.by, [...keys])
    for (const [value, id] of found) rows.set(value, { id })
    return
  }
  if ('data_set_id' in source) {
    const { data_set_id, key, fields } = source
    for (const [value, row] of await ports.data_set({ data_set_id, key, values: [...keys], fields }))
      rows.set(value, row)
    return
  }
  const { structure_id, key, fields, valid_from } = source
  const found = await ports.lookup({
    structure_id,
    field: key,
    values: valid_from === undefined ? [...keys] : [...keys].map(valueIn),
    fields: [...new Set([key, ...fields])],
    ...(valid_from !== undefined && { valid: { from: valid_from, days: [...keys].map(dayIn) } }),
  })
  for (const [value, row] of found) rows.set(value, row)
}

async function loadValues<Found>(names: string[], ask: Ask<Found>, into: Map<string, Found>) {
  for (const name of names) {
    const value = await ask(name)
    if (value !== undefined) into.set(name, value)
  }
}

/** The moment of a batch for what is computed of a record without knowing its place in it. */
class PlacelessClock implements Moment {
  readonly #clock: Moment
  constructor(clock: Moment) {
    this.#clock = clock
  }
  get now() {
    return this.#clock.now
  }
  get configuration() {
    return this.#clock.configuration
  }
  get secrets() {
    return this.#clock.secrets
  }
  get texts() {
    return this.#clock.texts
  }
  unique(): never {
    throw new Error('what is unique depends on the place of the record')
  }
  number(): never {
    throw new Error('a number of a range depends on the place of the record')
  }
}

/** The moment of a batch. What it calls unique is so by batch, record and call, and comes out the same on a repetition. */
class Clock implements Moment {
  now = new Date(0)
  readonly configuration: ReadonlyMap<string, string>
  readonly secrets: ReadonlyMap<string, string> | undefined
  readonly texts: ReadonlyMap<string, StoredText>
  readonly taken = new TakenNumbers()
  #seed = ''
  #record = 0
  #calls = 0
  constructor(
    configuration: ReadonlyMap<string, string>,
    secrets: ReadonlyMap<string, string> | undefined,
    texts: ReadonlyMap<string, StoredText>,
  ) {
    this.texts = texts
    this.configuration = configuration
    this.secrets = secrets
  }
  begin(now: Date, seed: string) {
    this.now = now
    this.#seed = seed
    this.taken.begin()
  }
  record(number: number) {
    this.#record = number
    this.#calls = 0
  }
  unique() {
    return `${this.#seed}:${this.#record}:${this.#calls++}`
  }
  number(range: string, first: string) {
    return this.taken.number(range, first, `${this.#record}:${this.#calls++}`)
  }
}
