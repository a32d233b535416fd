import type { z } from 'zod'
import type { Message, Text } from '../messages/messages.ts'
import type { Comparison } from './comparison.ts'
import type { DataSetType } from './data-set-type.ts'
import type { FieldLabel } from './resource.ts'
import type { DataRecord, Rejected, Retried } from './record.ts'
import type { Fusion, SourceBatch, StepLog, StepContext, StoredText } from './step-context.ts'

export const elementGroups = ['trigger', 'flow', 'data', 'transform', 'connector', 'communicate'] as const
export type ElementGroup = (typeof elementGroups)[number]

/**
 * How the engine treats an element:
 * - `trigger` starts a job; its one output record is what started it, or with a body what that reads, as of a source.
 * - `source` turns each incoming record into batches and can go on from a cursor.
 * - `transform` turns a batch into records per exit, sees batches in order and keeps nothing but what it declares.
 * - `barrier` needs its whole input first and spills it to disk.
 * - `sink` has an effect per batch; `effect` says whether a repetition can be told.
 * - `control` waits, calls or decides for the whole run.
 */
export const elementKinds = ['trigger', 'source', 'transform', 'barrier', 'sink', 'control'] as const
export type ElementKind = (typeof elementKinds)[number]

/** What one use of an element in a running job is given. */
export type Step<S> = {
  id: string
  settings: S
  job: {
    id: string
    attempt: number
    tenant_id: string
    project_id: string
    workflow_id: string
    parameters: DataRecord
  }
  /** The job's own time: the same on every repetition, so a repeated batch comes out the same. */
  now: Date
  context: StepContext
  log: StepLog
  signal: AbortSignal
  /** The addresses by which steps of this run are told to go on, by their ids. */
  callbacks?: Readonly<Record<string, string>> | undefined
  /** The configuration values that the step's settings name, secrets in plain text. */
  configuration?: ReadonlyMap<string, string>
  /** The stored texts that the settings name, by their ids, as they were when the run began. */
  texts?: ReadonlyMap<string, StoredText>
  /** Where it stands in a straight line: what its steps say of themselves. Only what it reads, maps or writes is all it does may a step say. */
  fusion?: Fusion
}

/** What came of a batch: records by exit, and those that could not go on (they leave by `rejected` where it is wired, or to the error inbox). */
export type Outcome = { exits: Record<string, DataRecord[]>; rejected?: Rejected[] }

export type TransformBody<S> = { open(step: Step<S>): Transforming | Promise<Transforming> }
type Transforming = {
  batch(records: DataRecord[], number: number): Outcome | Promise<Outcome>
  close?(): Promise<void>
}

export type SourceBody<S> = {
  /** Called once for every incoming record; `cursor` is that of the last acknowledged batch after a crash, `index` the record's place among all that came in, the same on every try. */
  read(
    step: Step<S>,
    input: DataRecord,
    cursor?: unknown,
    index?: number,
  ): AsyncIterable<SourceBatch & { exit?: string }>
  /** Puts a record it has read and refused to the same conversion and checks once more. Where it is missing the record goes on as it is. */
  retry?(
    step: Step<S>,
    refused: Retried,
  ): Pick<SourceBatch, 'records' | 'rejected'> | Promise<Pick<SourceBatch, 'records' | 'rejected'>>
}

export type BarrierBody<S> = {
  /** Each input port can be read again and again, in constant memory. What is yielded must be the same on every call. */
  gather(
    step: Step<S>,
    inputs: Record<string, () => AsyncIterable<DataRecord[]>>,
  ): AsyncIterable<{ exit: string; records: DataRecord[] }>
}

export type SinkBody<S> = {
  open(step: Step<S>): Promise<{
    /** Called in order, but again before it answers; answers once the batch is committed. The same number means the same batch again. */
    write(records: DataRecord[], number: number): Promise<Outcome>
    /** The input has ended and every batch was written; not called after a failure or a cancel, again after a crash. */
    finish?(whole: Whole): Promise<void>
    /** `finish` is told the first record, also where it came in an attempt before. */ keepsFirst?: boolean
    close?(): Promise<void>
  }>
}

/** All that came in, over all attempts: how many records, and the first of them where the sink keeps it. */
export type Whole = { records: number; first?: DataRecord | undefined }

/** What a control sends out, batch by batch; a `wait` lets the job go and goes on behind the batches before it. */
export type Emitted = { exit: string; records: DataRecord[] } | { wait: { until: Date }; memo?: unknown }

export type Wait = { until?: Date; children?: string[]; any?: boolean; signal?: boolean }

export type ControlBody<S> = {
  /**
   * Decides what happens next. `wait` lets the job go and calls again with `memo` when the time has come, the children have ended
   * (with `any` the first of them) or the step was told something (`signal`); `through` sends the whole input out of an exit; `emit`
   * sends something else, in the same batches on every call: of those, `sent` have gone their way already.
   */
  enter(
    step: Step<S>,
    input: () => AsyncIterable<DataRecord[]>,
    memo?: unknown,
    sent?: number,
  ): Promise<
    | { wait: Wait; memo: unknown }
    | { through: string }
    | { emit: AsyncIterable<Emitted> }
    | { fail: Message }
    | { finish: { status: 'stopped' | 'warning' | 'error' | 'info'; return_values: DataRecord } }
  >
}

/** What stands for a step in a test run that does not let it do what it does. */
export type TestedBody<S> = {
  /** Of what is held back: what it would have asked or written, for the batches as they come. Each record as it is unless said. */
  calls?(step: Step<S>): (records: readonly DataRecord[]) => DataRecord[]
  /** Of what is compared. */
  compare?(step: Step<S>): Promise<Comparing>
}
type Comparing = {
  /** The outcome as writing would have it, as far as that can be known, and what becomes of each record. */
  batch(records: DataRecord[]): Promise<Outcome & { compared: Comparison[] }>
  close?(): Promise<void>
}

type Bodies<S> = {
  trigger: SourceBody<S> & TestedBody<S>
  source: SourceBody<S> & TestedBody<S>
  transform: TransformBody<S> & TestedBody<S>
  barrier: BarrierBody<S> & TestedBody<S>
  sink: SinkBody<S> & TestedBody<S>
  control: ControlBody<S> & TestedBody<S>
}

// Written as a method, so that every element is an `Element` whatever its settings.
type ExitsBySettings<S> = { of(settings: S): string[] }['of']

type AtOnceBySettings<S> = { of(settings: S): number }['of']

type EffectBySettings<S> = { of(settings: S): Effect }['of']
export type Effect = 'exactly_once' | 'at_least_once'

/**
 * What a test run does with a step, in which nothing outside changes:
 * - `runs`: the same as ever, as it only looks.
 * - `held_back`: nothing. Its records go on by its first exit, and what it would have done is counted and shown. A trigger that
 *   reads hands out what the run was given.
 * - `compared`: its body's `compare` says what it would write.
 */
export type InTestRun = 'runs' | 'held_back' | 'compared'
type InTestRunBySettings<S> = { of(settings: S): InTestRun }['of']

type Declaration<Key extends string, Kind extends ElementKind, S extends z.ZodObject> = {
  key: Key
  group: ElementGroup
  kind: Kind
  /** A Tabler icon's name, such as `IconClock`. */
  icon: string
  /** Where a setting holds the id of something, its schema says so: `z.uuid().meta({ reference: 'data_structure' })`, with the table's name in the singular. */
  settings: S
  inputs: readonly string[]
  /**
   * Exits beside `error`, which everything but a trigger has. A function where settings decide. What leaves a control's later exit
   * runs only when all that left by an earlier one has gone its way. Out of `error` goes each record of the batch that failed, with
   * `_error: { step, code, message }` beside its fields.
   */
  exits: readonly string[] | ExitsBySettings<z.output<S>>
  /** What leaves by its own exits is what came in, with the same fields. */
  passes?: true
  /** Triggers only: started by hand (absent), by the clock (`settings` has `cron`, `zone` and `missed`), by a call of its address, by the end of a run of another workflow (`workflows`, `statuses` and maybe `delay`), or by looking for something new every so often (`every`, and a body that reads it). */
  starts?: 'hand' | 'time' | 'call' | 'end' | 'poll'
  /** Sources only: asked again behind the same cursor it gives the same batches, whatever happened meanwhile, as a file does. */
  replayable?: true
  /** Sources only whose batches have no cursor: so many incoming records are read for at the same time. One unless said. */
  at_once?: AtOnceBySettings<z.output<S>>
  /** Its steps have an address each that others call; templates of the workflow name it `{{ job.callback.STEP }}`. */
  callback?: true
  /** Sinks only: what a repetition after a crash means. A function where settings decide. */
  effect?: Effect | EffectBySettings<z.output<S>>
  /**
   * It takes all records there are for granted (`full`: what does not come is removed), or brings only what is new or changed (`delta`):
   * always, or where one setting has a value.
   */
  data_set?: { type: Exclude<DataSetType, ''>; when?: { setting: keyof z.output<S> & string; is: unknown } }
  /** A function where settings decide. Held back unless said. */
  in_test_run?: InTestRun | InTestRunBySettings<z.output<S>>
  labels: {
    title: Text
    help: Text
    fields: Record<keyof z.output<S> & string, FieldLabel>
    exits?: Record<string, Text>
  }
  /** The body, where it needs no Node module; otherwise it stands in the `.server.ts` twin. */
  body?: Bodies<z.output<S>>[Kind]
  /** Another one has taken its place: it runs where it stands, but is not offered any more. */
  deprecated?: true | undefined
  /** What it was installed with, where it is not the house's own. */
  plugin?: { key: string; version: string } | undefined
  /** What it does, shown as help and run as test. Transforms with a body only. */
  /** What comes of records with some settings, by exit; those that could not go on stand below `rejected`. Shown to users, and run as tests. */
  examples?: { settings: z.input<S>; takes: DataRecord[]; gives: Record<string, DataRecord[]> }[]
}

/** Declares a kind of step. Instances of it stand in workflows. */
export function defineElement<const Key extends string, const Kind extends ElementKind, S extends z.ZodObject>(
  declaration: Embodied<Key, Kind, S>,
): Embodied<Key, Kind, S>
export function defineElement<const Key extends string, const Kind extends ElementKind, S extends z.ZodObject>(
  declaration: Declaration<Key, Kind, S>,
): Declaration<Key, Kind, S>
export function defineElement(declaration: unknown) {
  return declaration
}
type Embodied<Key extends string, Kind extends ElementKind, S extends z.ZodObject> = Declaration<Key, Kind, S> & {
  body: Bodies<z.output<S>>[Kind]
}

/** The part of an element that needs Node: lives in `x.server.ts` beside `x.ts`. */
export const defineBody = <Kind extends ElementKind, S extends z.ZodObject>(
  _: { kind: Kind; settings: S },
  body: Bodies<z.output<S>>[Kind],
) => body

export type Element = Declaration<string, ElementKind, z.ZodObject>
export type Body = Bodies<Record<string, unknown>>[ElementKind]

/** Whose word an element is switched off by; `project`: its plugin is not switched on there; `plugins`: none may run. */
export const limitLevels = ['provider', 'partner', 'tenant', 'project', 'plugins'] as const
export type LimitLevel = (typeof limitLevels)[number]
/** The elements a project may not use, by key. */
export type ElementLimits = ReadonlyMap<string, LimitLevel>

/** What a repetition means for one use of an element. */
export const effectOf = ({ effect }: Element, settings: Record<string, unknown>): Effect | undefined =>
  typeof effect === 'function' ? effect(settings) : effect

/** What a test run does with one use of an element. Who says nothing is held back. */
export const inTestRunOf = ({ in_test_run: said }: Element, settings: Record<string, unknown>): InTestRun =>
  (typeof said === 'function' ? said(settings) : said) ?? 'held_back'

/** The exits of one use of an element, `error` included. */
export function exitsOf(element: Element, settings: Record<string, unknown>): string[] {
  const own = typeof element.exits === 'function' ? element.exits(settings) : element.exits
  return element.kind === 'trigger' ? [...own] : [...own, 'error']
}
