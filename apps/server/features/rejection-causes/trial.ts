import { mapping } from '@weft/catalogue/elements/mapping/mapping.ts'
import { parseFile } from '@weft/catalogue/elements/parse-file/parse-file.ts'
import { readFile } from '@weft/catalogue/elements/read-file/read-file.ts'
import { writeRecords } from '@weft/catalogue/elements/write-records/write-records.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { runMapping } from '@weft/engine/mapping/mapping-tasks.ts'
import { readTexts } from '@weft/engine/mail/stored-texts.server.ts'
import { retryReading } from '@weft/engine/models/model-tasks.ts'
import type { Model } from '@weft/kit/define/model.ts'
import { refusedByWriting } from '@weft/engine/records/records.server.ts'
import { tryElement } from '@weft/engine/runtime/element-tasks.ts'
import { textsIn } from '@weft/engine/workflow-model/check.ts'
import { configurationIn } from '@weft/engine/workflow-model/configured-settings.ts'
import type { WorkflowDocument, WorkflowStep } from '@weft/engine/workflow-model/document.ts'
import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Element } from '@weft/kit/define/element.ts'
import type { DataRecord, Retried } from '@weft/kit/define/record.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import type { AppContext } from '../../context.ts'
import { surroundingsFor } from '../mappings/preview.ts'
import { readMapping } from '../mappings/view.ts'

type Context = AppContext<'databases' | 'db' | 'isolation' | 'sandbox'>
type Asking = { context: Context; scope: ProjectScope; language: Language; given: Given }

type Refused = { step: WorkflowStep; field?: string | undefined; reason: string }
type Outcome = {
  exits: Record<string, DataRecord[]>
  rejected: { record: DataRecord; field?: string; reason: string }[]
}

/** What became of a record: by which steps it was refused, and at which the trial ended. */
export type TriedOut = { refused: Refused[]; untried: WorkflowStep[]; tried: number }

const catalogue: ReadonlyMap<string, Element> = new Map(elements.map((element) => [element.key, element]))
/** More steps than this no record goes through while somebody waits. */
const mostSteps = 100

/**
 * Lets a record go through the steps from the one that rejected it. What is pure runs in a process of its own, mappings with what they look
 * up, and a write into a structure is taken back. At a step that does anything else the trial ends.
 */
export async function tryRecord(
  asking: Asking,
  document: WorkflowDocument,
  from: string,
  rejected: Retried,
): Promise<TriedOut> {
  const steps = new Map(document.steps.map((step) => [step.id, step]))
  const out: TriedOut = { refused: [], untried: [], tried: 0 }
  const queue: { id: string; records: DataRecord[]; retried?: Retried }[] = [
    { id: from, records: [rejected.record], retried: rejected },
  ]
  for (const { id, records, retried } of queue) {
    const step = steps.get(id)
    if (!step || records.length === 0) continue
    const outcome = out.tried < mostSteps ? await throughStep(asking, step, records, retried) : undefined
    if (!outcome) {
      out.untried.push(step)
      continue
    }
    out.tried += 1
    const wires = document.edges.filter(({ from }) => from.startsWith(`${id}.`))
    const isTaken = wires.some(({ from }) => from === `${id}.rejected`)
    if (!isTaken) for (const { field, reason } of outcome.rejected) out.refused.push({ step, field, reason })
    for (const wire of wires)
      queue.push({
        id: wire.to.slice(0, wire.to.lastIndexOf('.')),
        records: outcome.exits[wire.from.slice(id.length + 1)] ?? [],
      })
  }
  return out
}

/** What a step makes of records; undefined where that cannot be told without an effect. */
async function throughStep(
  asking: Asking,
  step: WorkflowStep,
  records: DataRecord[],
  retried: Retried | undefined,
): Promise<Outcome | undefined> {
  const element = catalogue.get(step.element)
  if (step.disabled) return { exits: { out: records }, rejected: [] }
  if (!element || configurationIn(step.settings).length > 0) return undefined
  if (step.element === mapping.key) return mapped(asking, step, records)
  if (step.element === writeRecords.key) return written(asking, step, records)
  if (retried && (step.element === readFile.key || step.element === parseFile.key)) return read(asking, step, retried)
  return element.kind === 'transform' && element.examples && element.body
    ? pure(asking, step, element, records)
    : undefined
}

async function pure(
  { context, scope, language, given }: Asking,
  { element: key, settings: config }: WorkflowStep,
  element: Element,
  input: DataRecord[],
) {
  const texts = await inScope(context.db, scope, (trx) => readTexts(trx, textsIn(element, config)))
  const trial = { config, input, language, ...ids(scope), now: new Date(), texts }
  const { value } = await context.isolation.run(tryElement, { element: key, trial }, given)
  return value.ok ? (value.data as Outcome) : undefined
}
const ids = ({ tenant_id, project_id }: ProjectScope) => ({ tenant_id, project_id })

async function mapped({ context, scope, language, given }: Asking, step: WorkflowStep, records: DataRecord[]) {
  const { mapping_id } = mapping.settings.parse(step.settings)
  const { source, target, others, definition } = await inScope(context.db, scope, (trx) => readMapping(trx, mapping_id))
  const { plugins, functions, answers } = await surroundingsFor(context, scope)
  const moment = { now: new Date(), seed: 'preview' }
  const trial = { definition, source, target, others, plugins, functions, records, moment, language }
  const { value } = await context.isolation.run(runMapping, trial, { ...given, answers })
  return value.runnable ? { exits: { out: value.out }, rejected: value.rejected } : undefined
}

async function written({ context, scope, language }: Asking, step: WorkflowStep, records: DataRecord[]) {
  const settings = writeRecords.settings.safeParse(step.settings)
  if (!settings.success) return undefined
  const refused = await refusedByWriting(context, scope, settings.data, records)
  const out = new Set(refused.map(({ record }) => record))
  return {
    exits: { written: records.filter((record) => !out.has(record)) },
    rejected: refused.map(({ reason, ...more }) => ({ ...more, reason: say(reason, language) })),
  }
}

async function read({ context, scope, language, given }: Asking, step: WorkflowStep, refused: Retried) {
  const { model_id, format, options, path_field } = step.settings as {
    model_id?: string
    format?: string
    options?: Record<string, unknown>
    path_field?: string
  }
  const model = model_id ? await inScope(context.db, scope, (trx) => modelOf(trx, model_id)) : undefined
  if (model_id && !model) return undefined
  const reading = model
    ? { format: model.type, options: model.options, model }
    : { format: format ?? '', options: options ?? {} }
  const { value } = await context.isolation.run(retryReading, { ...reading, refused }, given)
  const path = path_field && refused.record[path_field]
  return {
    exits: { out: path ? value.records.map((record) => ({ ...record, [path_field]: path })) : value.records },
    rejected: value.rejected.map(({ reason, ...more }) => ({ ...more, reason: say(reason, language) })),
  }
}

const modelOf = (trx: Scoped, id: string): Promise<Model | undefined> =>
  trx
    .selectFrom('dynamic_models')
    .select(['type', 'options', 'fields', 'dynamic_fields', 'max_depth'])
    .where('id', '=', id)
    .executeTakeFirst() as Promise<Model | undefined>
