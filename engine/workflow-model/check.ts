import { isObject } from '@weft/kit/define/is-object.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Cron } from 'croner'
import { exitsOf, type Element, type ElementLimits } from '@weft/kit/define/element.ts'
import { unknownConfiguration } from '@weft/kit/define/template.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { looksSecret, shortestSecret } from '@weft/kit/secrets/secret-value.ts'
import { configurationIn } from './configured-settings.ts'
import type { WorkflowProblem, WorkflowDocument, WorkflowStep } from './document.ts'
import { disabledElements } from './disabled-elements.ts'

const texts = defineMessages({
  noTrigger: {
    en: 'The workflow has no trigger, so nothing would ever start it.',
    de: 'Der Workflow hat keinen Auslöser und würde deshalb nie starten.',
  },
  unknownElement: { en: 'There is no element called {element}.', de: 'Es gibt kein Element namens {element}.' },
  unknownStep: { en: 'There is no step called {step}.', de: 'Es gibt keinen Schritt namens {step}.' },
  unknownExit: {
    en: 'The step {step} has no exit called {port}.',
    de: 'Der Schritt {step} hat keinen Ausgang namens {port}.',
  },
  unknownInput: {
    en: 'The step {step} has no input called {port}.',
    de: 'Der Schritt {step} hat keinen Eingang namens {port}.',
  },
  errorNotWired: {
    en: 'Errors are to leave by the exit error, but nothing is connected to it.',
    de: 'Fehler sollen über den Ausgang error weitergehen, aber dort ist nichts angeschlossen.',
  },
  errorNotUsed: {
    en: 'The exit error is connected, but errors of this step do not leave by it.',
    de: 'Der Ausgang error ist angeschlossen, aber Fehler dieses Schritts gehen nicht dorthin.',
  },
  edgeTwice: { en: 'This connection exists twice.', de: 'Diese Verbindung gibt es doppelt.' },
  cycle: {
    en: 'These steps form a circle: {steps}. Use a loop instead.',
    de: 'Diese Schritte bilden einen Kreis: {steps}. Verwenden Sie stattdessen eine Schleife.',
  },
  unreachable: {
    en: 'No trigger leads to this step, so it never runs.',
    de: 'Kein Auslöser führt zu diesem Schritt, er wird nie ausgeführt.',
  },
  neverFires: { en: 'The schedule {cron} never comes due.', de: 'Der Zeitplan {cron} wird nie fällig.' },
  badCron: { en: 'The schedule {cron} cannot be read: {reason}', de: 'Der Zeitplan {cron} ist nicht lesbar: {reason}' },
  inClear: {
    en: '{name} looks like a secret and lies in the workflow in clear. Keep it as a secret among the configuration values and write its name here: {example}',
    de: '{name} sieht wie ein Geheimnis aus und steht im Klartext im Workflow. Bewahren Sie es als Geheimnis unter den Konfigurationswerten auf und schreiben Sie hier dessen Namen: {example}',
  },
  missing: { en: 'What is chosen here does not exist any more.', de: 'Das hier Gewählte existiert nicht mehr.' },
})

/** Asks which of these ids of a kind of thing (`data_structure`, `mapping`, `workflow`, …) exist in the project. */
export type ReferencePort = (kind: string, ids: string[]) => Promise<Set<string>> | Set<string>

/**
 * Everything wrong with a document, each problem with its step and place. A problem of level `warning` does not hinder running.
 * Settings whose schema carries `.meta({ reference: kind })` are looked up through the port; `off` is what the project may not use.
 */
export async function checkWorkflow(
  document: WorkflowDocument,
  elements: readonly Element[],
  exist?: ReferencePort,
  off?: ElementLimits,
): Promise<WorkflowProblem[]> {
  const catalogue = new Map(elements.map((element) => [element.key, element]))
  return [
    ...(off ? checkLimits(document, catalogue, off) : []),
    ...checkSteps(document, catalogue),
    ...checkEdges(document, catalogue),
    ...checkShape(document, catalogue),
    ...(exist ? await checkReferences(document, catalogue, exist) : []),
  ]
}

/** What hinders running. */
export const isError = (problem: WorkflowProblem) => problem.level !== 'warning'

type Catalogue = Map<string, Element>

/** The settings of a step with their defaults, or undefined where they are invalid or the element is unknown. */
export function parseSettings(step: WorkflowStep, element: Element | undefined): Record<string, unknown> | undefined {
  const result = element?.settings.safeParse(step.settings)
  return result?.success ? result.data : undefined
}

function* checkLimits(
  document: WorkflowDocument,
  catalogue: Catalogue,
  off: ElementLimits,
): Generator<WorkflowProblem> {
  for (const step of document.steps) {
    const level = step.disabled ? undefined : off.get(step.element)
    if (level) yield at(step, 'limit', disabledElements(catalogue.get(step.element), step.element, level))
  }
}

function* checkSteps(document: WorkflowDocument, catalogue: Catalogue): Generator<WorkflowProblem> {
  for (const step of document.steps) {
    const element = catalogue.get(step.element)
    if (!element) {
      yield at(step, 'element', texts.unknownElement({ element: step.element }))
      continue
    }
    const result = element.settings.safeParse(step.settings, { reportInput: true })
    if (!result.success)
      for (const { place, message } of issuePaths(result.error.issues))
        yield at(step, place ? `settings.${place}` : 'settings', message)
    else yield* checkCron(step, result.data)
    for (const { place, name } of secretsInClear(step.settings, 'settings'))
      yield { ...at(step, place, texts.inClear({ name, example: '{{ config.name }}' })), level: 'warning' }
  }
}

/** Pairs of a name and a value, such as headers, whose value should lie nowhere in clear. */
function* secretsInClear(value: unknown, place: string): Generator<{ place: string; name: string }> {
  if (typeof value !== 'object' || value === null) return
  const { name, value: text } = value as { name?: unknown; value?: unknown }
  if (typeof name === 'string' && typeof text === 'string' && isSecretInClear(name, text))
    yield { place: `${place}.value`, name }
  for (const [key, inner] of Object.entries(value)) yield* secretsInClear(inner, `${place}.${key}`)
}

const isSecretInClear = (name: string, text: string) =>
  text.length >= shortestSecret && !text.includes('{{') && looksSecret(name.toLowerCase().replaceAll('-', '_'), text)

function* checkCron(step: WorkflowStep, settings: Record<string, unknown>): Generator<WorkflowProblem> {
  const { cron, zone } = settings
  if (typeof cron !== 'string' || cron === '') return
  try {
    const next = new Cron(cron, {
      paused: true,
      ...(typeof zone === 'string' && zone ? { timezone: zone } : {}),
    }).nextRun()
    if (!next) yield at(step, 'settings.cron', texts.neverFires({ cron }))
  } catch (cause) {
    yield at(step, 'settings.cron', texts.badCron({ cron, reason: messageOf(cause) }))
  }
}

function* checkEdges(document: WorkflowDocument, catalogue: Catalogue): Generator<WorkflowProblem> {
  const steps = new Map(document.steps.map((step) => [step.id, step]))
  const exits = new Map<WorkflowStep, string[] | undefined>()
  const seen = new Set<string>()
  for (const [i, edge] of document.edges.entries()) {
    const place = `edges.${i}`
    const [from, exit] = ends(edge.from)
    const [to, input] = ends(edge.to)
    if (seen.has(`${edge.from} ${edge.to}`)) yield { place, message: texts.edgeTwice() }
    seen.add(`${edge.from} ${edge.to}`)
    const source = steps.get(from)
    const target = steps.get(to)
    if (!source) yield { place: `${place}.from`, message: texts.unknownStep({ step: from }) }
    if (!target) yield { place: `${place}.to`, message: texts.unknownStep({ step: to }) }
    const giver = source && catalogue.get(source.element)
    const taker = target && catalogue.get(target.element)
    if (source && !exits.has(source)) exits.set(source, knownExits(source, giver))
    if (source && exits.get(source)?.includes(exit) === false)
      yield { place: `${place}.from`, step: from, message: texts.unknownExit({ step: from, port: exit }) }
    if (taker && !taker.inputs.includes(input))
      yield { place: `${place}.to`, step: to, message: texts.unknownInput({ step: to, port: input }) }
  }
  const begun = new Set(document.edges.map(({ from }) => from))
  for (const step of document.steps) {
    const wired = begun.has(`${step.id}.error`)
    if (step.on_error === 'error_port' && !wired) yield at(step, 'on_error', texts.errorNotWired())
    if (step.on_error !== 'error_port' && wired && catalogue.get(step.element)?.kind !== 'trigger')
      yield { ...at(step, 'on_error', texts.errorNotUsed()), level: 'warning' }
  }
}

/** Undefined where its settings do not say. */
function knownExits(step: WorkflowStep, element: Element | undefined): string[] | undefined {
  const settings = parseSettings(step, element)
  return element && settings && exitsOf(element, settings)
}

function* checkShape(document: WorkflowDocument, catalogue: Catalogue): Generator<WorkflowProblem> {
  const live = document.steps.filter((step) => !step.disabled)
  const triggers = live.filter((step) => catalogue.get(step.element)?.kind === 'trigger')
  if (triggers.length === 0) yield { place: 'steps', message: texts.noTrigger() }
  const circle = findCircle(document)
  if (circle)
    yield { place: 'edges', step: circle[0], message: texts.cycle({ steps: [...circle, circle[0]!].join(' → ') }) }
  const next = Map.groupBy(document.edges, (edge) => ends(edge.from)[0])
  const reached = new Set(triggers.map((step) => step.id))
  for (const id of reached) for (const edge of next.get(id) ?? []) reached.add(ends(edge.to)[0])
  for (const step of live) if (!reached.has(step.id)) yield { ...at(step, '', texts.unreachable()), level: 'warning' }
}

/** The steps of one circle in order, if there is any. */
function findCircle(document: WorkflowDocument): string[] | undefined {
  const next = Map.groupBy(document.edges, (edge) => ends(edge.from)[0])
  const state = new Map<string, 'open' | 'done'>()
  for (const { id: start } of document.steps) {
    if (state.has(start)) continue
    const trail: { id: string; rest: string[] }[] = [{ id: start, rest: targets(next.get(start)) }]
    state.set(start, 'open')
    while (trail.length > 0) {
      const top = trail.at(-1)!
      const id = top.rest.pop()
      if (id === undefined) {
        state.set(top.id, 'done')
        trail.pop()
      } else if (state.get(id) === 'open')
        return trail.slice(trail.findIndex((entry) => entry.id === id)).map((entry) => entry.id)
      else if (!state.has(id)) {
        state.set(id, 'open')
        trail.push({ id, rest: targets(next.get(id)) })
      }
    }
  }
  return undefined
}

async function checkReferences(
  document: WorkflowDocument,
  catalogue: Catalogue,
  exist: ReferencePort,
): Promise<WorkflowProblem[]> {
  const uses = document.steps.flatMap((step) => [
    ...referencesOf(step, catalogue.get(step.element)),
    ...formatsOf(step, catalogue.get(step.element)),
    ...configurationOf(step),
  ])
  const problems: WorkflowProblem[] = []
  for (const [kind, wanted] of Map.groupBy(uses, (use) => use.kind)) {
    const found = await exist(kind, [...new Set(wanted.map((use) => use.id))])
    for (const use of wanted)
      if (!found.has(use.id))
        problems.push(
          at(
            use.step,
            `settings.${use.key}`,
            use.kind === 'config_value' ? unknownConfiguration(use.id) : texts.missing(),
          ),
        )
  }
  return problems
}

/** The configuration values a step names, by name instead of by id. */
const configurationOf = (step: WorkflowStep) =>
  step.disabled
    ? []
    : configurationIn(step.settings).map(({ name, place }) => ({ step, key: place, kind: 'config_value', id: name }))

/** What a step points to: the settings whose schema says `.meta({ reference: kind })`. */
export function referencesOf(
  step: WorkflowStep,
  element: Element | undefined,
): { step: WorkflowStep; key: string; kind: string; id: string }[] {
  return element ? referencesIn(element.settings.shape as Shape, step.settings).map((use) => ({ step, ...use })) : []
}

/** What settings point to, also inside of their lists of objects. */
function referencesIn(shape: Shape, settings: Record<string, unknown>): { key: string; kind: string; id: string }[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const kind = referenceKind(schema)
    const value = settings[key]
    const list = Array.isArray(value) ? value : [value]
    if (kind)
      return list.filter((id): id is string => typeof id === 'string' && id !== '').map((id) => ({ key, kind, id }))
    const inner = entryShape(schema)
    return inner
      ? list.flatMap((one, i) =>
          isObject(one) ? referencesIn(inner, one).map((use) => ({ ...use, key: `${key}.${i}.${use.key}` })) : [],
        )
      : []
  })
}

/** The stored texts that settings of an element name. */
export const textsIn = (element: Pick<Element, 'settings'>, settings: Record<string, unknown>): string[] => [
  ...new Set(
    referencesIn(element.settings.shape as Shape, settings).flatMap(({ kind, id }) =>
      kind === 'text_template' ? [id] : [],
    ),
  ),
]

/** The file formats a step names. */
const formatsOf = (step: WorkflowStep, element: Element | undefined) =>
  Object.entries(element?.settings.shape ?? {}).flatMap(([key, schema]) => {
    const id = step.settings[key]
    return typeof id === 'string' && id !== '' && metaOf(schema as Schema, 'input') === 'format'
      ? [{ step, key, kind: 'format', id }]
      : []
  })

type Shape = Record<string, Schema>
type Schema = {
  meta(): Record<string, unknown> | undefined
  def: { innerType?: Schema; element?: Schema; shape?: Shape }
}

/** The settings of the entries of a list of objects. */
const entryShape = ({ def }: Schema): Shape | undefined =>
  def.innerType ? entryShape(def.innerType) : def.element?.def.shape

const referenceKind = (schema: Schema) => metaOf(schema, 'reference')

function metaOf(schema: Schema, name: 'reference' | 'input'): string | undefined {
  const found = schema.meta()?.[name]
  if (typeof found === 'string') return found
  const inner = schema.def.innerType ?? schema.def.element
  return inner ? metaOf(inner, name) : undefined
}

export const ends = (port: string): [step: string, port: string] => port.split('.') as [string, string]

const targets = (edges: { to: string }[] = []) => edges.map((edge) => ends(edge.to)[0])
const at = (step: WorkflowStep, place: string, message: Message): WorkflowProblem => ({ step: step.id, place, message })
