import { isMap, YAMLMap, type Document } from 'yaml'
import { readFlow, stepNode, type FlowStep, type OnError, type Point } from './flow.ts'
import { assign, edited, inline, listOf } from './text.ts'

export type NewStep = { element: string; label: string; settings?: Record<string, unknown>; position?: Point }

/** A step at the end of the list, under a name nobody has yet. */
export function addStep(text: string, step: NewStep): { text: string; id: string } {
  const id = freeId(new Set(readFlow(text).flow.steps.map((known) => known.id)), step.element)
  return { id, text: edited(text, (doc) => listOf(doc, 'steps').add(nodeOf(doc, { ...step, id }))) }
}

/** `read_file`, then `read_file_2`, `read_file_3` … */
export function freeId(taken: ReadonlySet<string>, wanted: string): string {
  const base = /^[a-z]/.test(wanted)
    ? wanted.replaceAll(/[^a-z0-9_]/g, '_')
    : `step_${wanted.replaceAll(/[^a-z0-9_]/g, '_')}`
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}_${number}`)) number += 1
  return `${base}_${number}`
}

/** Removes steps and every edge that touches them. */
export function removeSteps(text: string, ids: readonly string[]): string {
  const gone = new Set(ids)
  return edited(text, (doc) => {
    const steps = listOf(doc, 'steps')
    steps.items = steps.items.filter((item) => !(isMap(item) && gone.has(String(item.get('id')))))
    const edges = listOf(doc, 'edges')
    edges.items = edges.items.filter(
      (item) => !(isMap(item) && (gone.has(stepOf(item.get('from'))) || gone.has(stepOf(item.get('to'))))),
    )
  })
}

/** Puts steps elsewhere on the canvas. */
export function moveSteps(text: string, positions: Record<string, Point>): string {
  return edited(text, (doc) => {
    for (const [id, { x, y }] of Object.entries(positions))
      stepNode(doc, id)?.set('position', inline(doc, { x: Math.round(x), y: Math.round(y) }))
  })
}

/** What a step is configured with; keys that are not given leave. */
export function setSettings(text: string, id: string, settings: Record<string, unknown>): string {
  return edited(text, (doc) => {
    const step = stepNode(doc, id)
    if (step) changeSettings(doc, step, settings)
  })
}

export function changeSettings(doc: Document, step: YAMLMap, settings: Record<string, unknown>) {
  const there = step.get('settings')
  if (isMap(there)) assign(doc, there, settings)
  else step.set('settings', doc.createNode(settings))
}

export type Changes = Partial<{
  label: string
  on_error: OnError
  retries: number
  timeout: string
  wait: string
  planned: string
  note: string
  disabled: boolean
}>
const usual: Required<Changes> = {
  label: '',
  on_error: 'stop',
  retries: 0,
  timeout: '',
  wait: '',
  planned: '',
  note: '',
  disabled: false,
}

/** Everything about steps that is not their settings. What is as usual is not written. */
export function changeSteps(text: string, ids: readonly string[], changes: Changes): string {
  return edited(text, (doc) => {
    for (const id of ids) changeStep(stepNode(doc, id), changes)
  })
}

export function changeStep(step: YAMLMap | undefined, changes: Changes) {
  for (const [key, value] of Object.entries(changes)) {
    if (value === usual[key as keyof Changes]) step?.delete(key)
    else step?.set(key, value)
  }
}

/** Gives a step another name; its edges follow. Refused (the same text) where the name is taken or no name. */
export function renameStep(text: string, id: string, to: string): string {
  const { flow } = readFlow(text)
  if (!/^[a-z][a-z0-9_]*$/.test(to) || flow.steps.some((step) => step.id === to)) return text
  return edited(text, (doc) => {
    stepNode(doc, id)?.set('id', to)
    for (const edge of listOf(doc, 'edges').items) {
      if (!isMap(edge)) continue
      for (const end of ['from', 'to']) {
        const said = String(edge.get(end))
        if (stepOf(said) === id) edge.set(end, to + said.slice(id.length))
      }
    }
  })
}

/** The whole step as the document writes it. */
export function nodeOf(doc: Document, step: NewStep & Partial<FlowStep> & { id: string }): YAMLMap {
  const node = doc.createNode({
    id: step.id,
    element: step.element,
    label: step.label,
    settings: step.settings ?? {},
  }) as YAMLMap
  if (step.position)
    node.set('position', inline(doc, { x: Math.round(step.position.x), y: Math.round(step.position.y) }))
  for (const key of ['on_error', 'retries', 'timeout', 'wait', 'planned', 'note', 'disabled'] as const) {
    if (step[key] !== undefined && step[key] !== usual[key]) node.set(key, step[key])
  }
  return node
}

const stepOf = (port: unknown) => String(port).split('.')[0]!
