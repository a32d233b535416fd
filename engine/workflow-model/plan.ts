import { effectOf, exitsOf, type Body, type Element, type ElementLimits } from '@weft/kit/define/element.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { ends, parseSettings } from './check.ts'
import type { WorkflowDocument, WorkflowEdge, WorkflowStep } from './document.ts'
import { disabledElements } from './disabled-elements.ts'

const texts = defineMessages({
  noEntry: {
    en: 'The workflow has no step called {step} to begin with.',
    de: 'Der Workflow hat keinen Schritt namens {step}, mit dem er beginnen könnte.',
  },
  unusable: {
    en: 'The step {step} cannot run: its element or its settings are not valid.',
    de: 'Der Schritt {step} kann nicht laufen: Sein Element oder seine Einstellungen sind ungültig.',
  },
  circle: { en: 'The steps of the workflow form a circle.', de: 'Die Schritte des Workflows bilden einen Kreis.' },
})

/** What the engine knows of the elements: the declarations, the bodies that stand apart from them, and what the project may not use. */
export type Catalogue = {
  elements: readonly Element[]
  bodies: Readonly<Record<string, Body>>
  off?: ElementLimits | undefined
}

export type PlannedStep = {
  id: string
  step: WorkflowStep
  element: Element
  settings: Record<string, unknown>
  body: Body | undefined
  exits: string[]
  /** Disabled: what comes in goes out by the first exit. */
  passes: boolean
}

/** Whether a step brings records from elsewhere: a source, or a trigger that looks for something new. */
export const reads = ({ passes, element, body }: PlannedStep) =>
  !passes && (element.kind === 'source' || (element.kind === 'trigger' && body !== undefined))

/**
 * A chain that runs in one pass. At its head stands a trigger, a source, a barrier or a control; where chains meet, or a control's
 * later exit begins, it has no head and reads what was spooled for its first step.
 */
export type Segment = {
  id: string
  head?: PlannedStep
  /** Spooled exits (`step.exit`) by the head's input port, in the order of the edges. */
  inputs: Record<string, string[]>
  /** Where what a source had read and refused is spooled, to be put to it once more. */
  refused?: string
  /** Transforms and sinks in topological order. */
  chain: PlannedStep[]
  /** Exits (`step.exit`) and the chain's steps they lead to. */
  wires: Record<string, string[]>
  /** Exits whose records are kept for later segments. */
  spooled: Set<string>
  /** Every sink tells a repeated batch by its marker, so a cursor may lag behind. */
  exactly_once: boolean
}

export type WorkflowPlan = { segments: Segment[]; steps: Map<string, PlannedStep> }

/** Where a run begins: at the trigger that started it, or at steps that are fed again with records they had rejected. */
export type SegmentEntry = { trigger: string } | { steps: string[] }

/** The name under which records for a step that is entered directly are spooled: those that came by a port, or those of which that is not said. */
export const retrySpool = (step: string, port?: string | null) => `${step}${port ? `.${port}` : ''}.__retry`

/** Cuts the graph into segments, in the order in which they run. */
export function planWorkflow(
  document: WorkflowDocument,
  catalogue: Catalogue,
  entry: SegmentEntry,
  /** What stands for a step in this run. */ as = (step: PlannedStep) => step,
): WorkflowPlan {
  const begin = 'trigger' in entry ? [entry.trigger] : entry.steps
  const found = reachableSteps(document, catalogue, begin)
  const steps = new Map([...found].map(([id, step]) => [id, as(step)]))
  const edges = document.edges.filter((edge) => steps.has(ends(edge.from)[0]) && steps.has(ends(edge.to)[0]))
  const into = Map.groupBy(edges, (edge) => ends(edge.to)[0])
  const order = topological([...steps.keys()], edges)
  const origins = originsOf(order, steps, into, 'steps' in entry ? new Set(begin) : new Set())
  const segments = order
    .filter((id) => origins.get(id) === id)
    .map((id) => segmentAt(id, { steps, edges, order, origins, retried: 'steps' in entry && begin.includes(id) }))
  return { segments: inOrder(segments, steps, origins, edges), steps }
}

function reachableSteps(document: WorkflowDocument, catalogue: Catalogue, begin: string[]) {
  const elements = new Map(catalogue.elements.map((element) => [element.key, element]))
  const byId = new Map(document.steps.map((step) => [step.id, step]))
  const next = Map.groupBy(document.edges, (edge) => ends(edge.from)[0])
  const found = new Map<string, PlannedStep>()
  const queue = [...begin]
  for (const id of queue) {
    if (found.has(id)) continue
    const step = byId.get(id)
    if (!step) throw new Invalid('UNKNOWN_STEP', texts.noEntry({ step: id }))
    found.set(id, plannedStep(step, elements.get(step.element), catalogue))
    for (const edge of next.get(id) ?? []) queue.push(ends(edge.to)[0])
  }
  return found
}

function plannedStep(step: WorkflowStep, element: Element | undefined, catalogue: Catalogue): PlannedStep {
  const level = step.disabled ? undefined : catalogue.off?.get(step.element)
  if (level) throw new Invalid('ELEMENT_SWITCHED_OFF', disabledElements(element, step.element, level))
  const settings = parseSettings(step, element)
  if (!element || (!settings && !step.disabled)) throw new Invalid('UNUSABLE_STEP', texts.unusable({ step: step.id }))
  const body = element.body ?? catalogue.bodies[element.key]
  if (!body && element.kind !== 'trigger' && !step.disabled)
    throw new Invalid('UNUSABLE_STEP', texts.unusable({ step: step.id }))
  const exits = settings ? exitsOf(element, settings) : ['out']
  return { id: step.id, step, element, settings: settings ?? {}, body, exits, passes: step.disabled }
}

const isHead = (step: PlannedStep) => !step.passes && step.element.kind !== 'transform' && step.element.kind !== 'sink'

/**
 * For each step the head of its segment. A step whose records come from two segments, or from a control's later exit, heads a
 * segment of its own, so that its batches are numbered once and come when their time has come.
 */
function originsOf(
  order: string[],
  steps: Map<string, PlannedStep>,
  into: Map<string, WorkflowEdge[]>,
  entered: Set<string>,
) {
  const origins = new Map<string, string>()
  for (const id of order) {
    const step = steps.get(id)!
    const from = new Set(
      (into.get(id) ?? []).map((edge) => (isLaterExit(steps, edge) ? '' : origins.get(ends(edge.from)[0])!)),
    )
    const [only] = from
    const joins = isHead(step) || step.element.kind === 'trigger' || entered.has(id) || from.size !== 1 || only === ''
    origins.set(id, joins ? id : only!)
  }
  return origins
}

function isLaterExit(steps: Map<string, PlannedStep>, edge: WorkflowEdge) {
  const [from, exit] = ends(edge.from)
  const giver = steps.get(from)!
  return isHead(giver) && giver.element.kind === 'control' && giver.exits.indexOf(exit) > 0
}

type Graph = {
  steps: Map<string, PlannedStep>
  edges: WorkflowEdge[]
  order: string[]
  origins: Map<string, string>
  retried: boolean
}

function segmentAt(id: string, { steps, edges, order, origins, retried }: Graph): Segment {
  const first = steps.get(id)!
  const members = new Set(order.filter((step) => origins.get(step) === id))
  const headed = isHead(first) || (first.element.kind === 'trigger' && !first.passes)
  const chain = order.filter((step) => members.has(step) && !(headed && step === id)).map((step) => steps.get(step)!)
  const inputs: Record<string, string[]> = {}
  const takesBack = headed && reads(first)
  if (retried)
    for (const [i, port] of first.element.inputs.entries())
      inputs[port] = [...(i === 0 && !takesBack ? [retrySpool(id)] : []), retrySpool(id, port)]
  const wires: Record<string, string[]> = {}
  const spooled = new Set<string>()
  for (const edge of edges) {
    const [from] = ends(edge.from)
    const [to, port] = ends(edge.to)
    if (to === id && !inputs[port]?.includes(edge.from)) (inputs[port] ??= []).push(edge.from)
    if (!members.has(from)) continue
    if (members.has(to) && to !== id) (wires[edge.from] ??= []).push(to)
    else spooled.add(edge.from)
  }
  const exactly_once = chain.every(
    (step) => step.passes || step.element.kind !== 'sink' || effectOf(step.element, step.settings) === 'exactly_once',
  )
  return {
    id,
    ...(headed ? { head: first } : {}),
    inputs,
    ...(retried && takesBack ? { refused: retrySpool(id) } : {}),
    chain,
    wires,
    spooled,
    exactly_once,
  }
}

/** Topological, earlier edges first; a circle is refused. */
function topological(ids: string[], edges: WorkflowEdge[]) {
  const open = new Map(ids.map((id) => [id, 0]))
  for (const edge of edges) open.set(ends(edge.to)[0], open.get(ends(edge.to)[0])! + 1)
  const next = Map.groupBy(edges, (edge) => ends(edge.from)[0])
  const order = ids.filter((id) => open.get(id) === 0)
  for (const id of order)
    for (const edge of next.get(id) ?? []) {
      const to = ends(edge.to)[0]
      open.set(to, open.get(to)! - 1)
      if (open.get(to) === 0) order.push(to)
    }
  if (order.length !== ids.length) throw new Invalid('CIRCLE', texts.circle())
  return order
}

/**
 * A segment runs after those it reads from, and what hangs on a control's later exit after all that hangs on an earlier one and
 * not on it. Where two controls contradict each other, data comes first.
 */
function inOrder(
  segments: Segment[],
  steps: Map<string, PlannedStep>,
  origins: Map<string, string>,
  edges: WorkflowEdge[],
) {
  const hard = new Map(segments.map((segment) => [segment.id, new Set<string>()]))
  for (const edge of edges) {
    const from = origins.get(ends(edge.from)[0])!
    const to = origins.get(ends(edge.to)[0])!
    if (from !== to) hard.get(to)!.add(from)
  }
  const soft = softOrder(segments, steps, origins, edges, hard)
  const done = new Set<string>()
  const result: Segment[] = []
  while (result.length < segments.length) {
    const ready = segments.filter(
      (segment) => !done.has(segment.id) && [...hard.get(segment.id)!].every((id) => done.has(id)),
    )
    const next = ready.find((segment) => [...soft.get(segment.id)!].every((id) => done.has(id))) ?? ready[0]!
    done.add(next.id)
    result.push(next)
  }
  return result
}

function softOrder(
  segments: Segment[],
  steps: Map<string, PlannedStep>,
  origins: Map<string, string>,
  edges: WorkflowEdge[],
  hard: Map<string, Set<string>>,
) {
  const soft = new Map(segments.map((segment) => [segment.id, new Set<string>()]))
  const followers = new Map(
    segments.map((segment) => [
      segment.id,
      segments.filter((other) => hard.get(other.id)!.has(segment.id)).map((other) => other.id),
    ]),
  )
  const reach = (starts: string[]) => {
    const found = new Set(starts)
    for (const id of found) for (const next of followers.get(id)!) found.add(next)
    return found
  }
  for (const { head } of segments) {
    if (head?.element.kind !== 'control') continue
    // Behind the first exit hangs whatever is spooled by the control's own chain; behind the others the heads they lead to.
    const behind = head.exits.map((exit, i) => targetsOf(head.id, exit, i === 0, origins, edges))
    const reached = behind.map(reach)
    for (const [later, targets] of behind.entries())
      for (let earlier = 0; earlier < later; earlier++)
        for (const id of reached[earlier]!)
          if (!reached[later]!.has(id)) for (const target of targets) soft.get(target)!.add(id)
  }
  return soft
}

function targetsOf(head: string, exit: string, first: boolean, origins: Map<string, string>, edges: WorkflowEdge[]) {
  const own = edges.filter((edge) => {
    const [from, port] = ends(edge.from)
    return from === head ? port === exit : first && origins.get(from) === head
  })
  return [...new Set(own.map((edge) => origins.get(ends(edge.to)[0])!).filter((id) => id !== head))]
}
