import { incomingOf, type RunSamples, type Sample } from '@weft/designers/workflow/data/samples.ts'
import { exitsShown, type Catalogue } from '@weft/designers/workflow/elements.ts'
import type { Body, Element, Step, TransformBody } from '@weft/kit/define/element.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import type { Flow, FlowStep } from '@weft/kit/workflow-text/flow.ts'

type Exits = Record<string, Sample[]>

/**
 * What is known to leave each step as the workflow stands now: what a run has shown, and behind it what steps that need nothing but
 * records make of those, by their own bodies. So a step just drawn knows the fields that will reach it before anything has run.
 */
export async function leavingRecords(
  flow: Pick<Flow, 'steps' | 'edges' | 'parameters'>,
  shown: RunSamples,
  catalogue: Catalogue,
): Promise<RunSamples> {
  const known: RunSamples = {}
  for (const step of inOrder(flow)) {
    const element = catalogue.get(step.element)
    const incoming = incomingOf(flow, known, step.id).flatMap(({ records }) => records)
    const { exits = {}, refused = [] } = shown[step.id] ?? {}
    const made = element && incoming.length > 0 ? await madeBy(element, step, incoming, flow.parameters) : {}
    known[step.id] = { exits: { ...exits, ...nonEmpty(made) }, refused }
  }
  return known
}

/** Each step behind those that lead to it; those in a circle come in no order and are left out. */
function inOrder({ steps, edges }: Pick<Flow, 'steps' | 'edges'>): FlowStep[] {
  const waits = new Map(steps.map(({ id }) => [id, edges.filter(({ to }) => to === id).length]))
  const order: FlowStep[] = []
  const ready = steps.filter(({ id }) => waits.get(id) === 0)
  for (let step = ready.shift(); step; step = ready.shift()) {
    order.push(step)
    for (const { to } of edges.filter(({ from }) => from === step!.id)) {
      waits.set(to, waits.get(to)! - 1)
      if (waits.get(to) === 0) ready.push(...steps.filter(({ id }) => id === to))
    }
  }
  return order
}

const nonEmpty = (exits: Exits): Exits =>
  Object.fromEntries(Object.entries(exits).filter(([, records]) => records.length > 0))

async function madeBy(
  element: Element,
  step: FlowStep,
  incoming: Sample[],
  parameters: Flow['parameters'],
): Promise<Exits> {
  const failed = incoming.map((record) => ({ ...record, _error: { step: step.id, code: '', message: '' } }))
  const error: Exits = step.on_error === 'error_port' ? { error: failed } : {}
  const exits = exitsShown(element, step).filter((exit) => exit !== 'error')
  const all = Object.fromEntries(exits.map((exit) => [exit, incoming]))
  if (step.disabled || element.passes) return { ...all, ...error }
  if (element.kind !== 'transform' || !isTransform(element.body)) return error
  const settings = element.settings.safeParse(step.settings)
  if (!settings.success) return error
  try {
    const opened = await element.body.open(standIn(step, settings.data, parameters))
    const { exits: given, rejected = [] } = await opened.batch(incoming, 0)
    await opened.close?.()
    const seen = new Set(incoming)
    const sent = Object.values(given).flat()
    // Where every record goes on as it came, those of an exit that none has taken yet will look like it, too.
    const isUnchanged = sent.length > 0 && sent.every((record) => seen.has(record))
    const made = { ...given, ...(rejected.length > 0 && { rejected: rejected.map(({ record }) => record) }) }
    return { ...(isUnchanged && all), ...nonEmpty(made), ...error }
  } catch {
    return error // it needs what only a run has
  }
}

const isTransform = (body: Body | undefined): body is TransformBody<Record<string, unknown>> =>
  body !== undefined && 'open' in body

function standIn(
  step: FlowStep,
  settings: Record<string, unknown>,
  parameters: Flow['parameters'],
): Step<Record<string, unknown>> {
  return {
    id: step.id,
    settings,
    job: {
      ...{ id: '', attempt: 1, tenant_id: '', project_id: '', workflow_id: '' },
      parameters: Object.fromEntries(parameters.map(({ name, default: value }) => [name, value ?? null])),
    },
    now: new Date(),
    context: new Proxy({} as StepContext, { get: onlyInRun }),
    log: () => undefined,
    signal: new AbortController().signal,
  }
}

function onlyInRun(_: StepContext, name: string | symbol): never {
  throw new Error(`only a run has ${String(name)}`)
}
