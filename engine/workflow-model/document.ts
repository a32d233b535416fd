import {
  Composer,
  Document,
  isMap,
  isSeq,
  LineCounter,
  parseDocument,
  Parser,
  visit,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { z } from 'zod'
import { duration } from '@weft/kit/define/duration.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { mayBeInexact, parseJson } from '@weft/kit/define/parse-json.ts'
import { yamlProblem } from '@weft/kit/messages/yaml.ts'
import { boundBroken } from './text-bounds.ts'

const texts = defineMessages({
  stepId: {
    en: 'Begin with a letter; only lower-case letters, digits and _ are allowed.',
    de: 'Beginnen Sie mit einem Buchstaben; erlaubt sind nur Kleinbuchstaben, Ziffern und _.',
  },
  port: {
    en: 'Please write a step and its port, such as read_orders.out.',
    de: 'Bitte geben Sie einen Schritt und seinen Anschluss an, etwa read_orders.out.',
  },
  twice: { en: 'There is more than one step called {step}.', de: 'Es gibt mehr als einen Schritt namens {step}.' },
  tooLong: { en: 'The workflow is longer than 2 MB.', de: 'Der Workflow ist länger als 2 MB.' },
  aliases: { en: 'The text repeats parts of itself too often.', de: 'Der Text wiederholt Teile von sich zu oft.' },
  more: {
    en: 'There {n, plural, one {is # more problem} other {are # more problems}} in this text.',
    de: 'Der Text hat {n, plural, one {# weiteres Problem} other {# weitere Probleme}}.',
  },
  parameterTwice: {
    en: 'There is more than one parameter called {name}.',
    de: 'Es gibt mehr als einen Parameter namens {name}.',
  },
})

/** Longest text of a workflow that is read at all: 2 MB. */
const longest = 2_000_000

const said = (message: Message) => ({ error: message.text.en, params: { say: message } })
const stepId = z
  .string()
  .max(64)
  .refine((text) => /^[a-z][a-z0-9_]*$/.test(text), said(texts.stepId()))
const port = z.string().refine((text) => /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/.test(text), said(texts.port()))

const parameterTypes = ['text', 'long_text', 'integer', 'decimal', 'boolean', 'date', 'date_time', 'choice'] as const

const parameter = z.strictObject({
  name: z
    .string()
    .max(64)
    .refine((text) => /^[a-z][a-z0-9_]*$/.test(text), said(texts.stepId())),
  label: z.string().max(191).default(''),
  type: z.enum(parameterTypes).default('text'),
  required: z.boolean().default(false),
  default: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  values: z.array(z.string()).optional(),
})

const step = z.strictObject({
  id: stepId,
  element: z.string().min(1).max(64),
  label: z.string().max(191).default(''),
  settings: z.record(z.string(), z.unknown()).default({}),
  position: z.strictObject({ x: z.number(), y: z.number() }).default({ x: 0, y: 0 }),
  on_error: z.enum(['stop', 'continue', 'error_port']).default('stop'),
  disabled: z.boolean().default(false),
  note: z.string().max(2_000).default(''),
  /** How long one batch of the step may take. */
  timeout: duration.optional(),
  /** How often a batch that failed is tried again, and how long to wait before the first time; the wait doubles. */
  retries: z.int().min(0).max(10).default(0),
  wait: duration.optional(),
  /** The step fails when it refuses more records than this; without it none of them stops the others. */
  reject_limit: z.int().min(0).optional(),
  /** How long the step is expected to take in all. */
  planned: duration.optional(),
})

const edge = z.strictObject({ from: port, to: port })

/** The source of truth of a workflow. */
export const workflowDocument = z
  .strictObject({
    weft: z.literal(1),
    label: z.string().trim().min(1).max(191),
    description: z.string().max(2_000).default(''),
    parameters: z.array(parameter).default([]),
    steps: z.array(step).max(2_000).default([]),
    edges: z.array(edge).max(10_000).default([]),
  })
  .superRefine((document, context) => {
    for (const [i, name] of repeated(document.steps.map((s) => s.id)))
      context.addIssue({ code: 'custom', path: ['steps', i, 'id'], ...custom(texts.twice({ step: name })) })
    for (const [i, name] of repeated(document.parameters.map((p) => p.name)))
      context.addIssue({ code: 'custom', path: ['parameters', i, 'name'], ...custom(texts.parameterTwice({ name })) })
  })

export type WorkflowDocument = z.output<typeof workflowDocument>
export type WorkflowStep = WorkflowDocument['steps'][number]
export type WorkflowEdge = WorkflowDocument['edges'][number]
export type WorkflowParameter = WorkflowDocument['parameters'][number]

/** Something wrong with a document: what, at which dotted place, in which line (from 1) and at which step. */
export type WorkflowProblem = {
  message: Message
  place: string
  line?: number | undefined
  column?: number | undefined
  step?: string | undefined
  level?: 'error' | 'warning' | undefined
}

export type Parsed =
  { document: WorkflowDocument; problems: [] } | { document?: undefined; problems: WorkflowProblem[] }

/** Reads the text of a workflow; what is wrong is told with its line. */
export function parseWorkflow(text: string): Parsed {
  if (text.length > longest) return { problems: [{ message: texts.tooLong(), place: '' }] }
  const lines = new LineCounter()
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  const broken = boundBroken(tokens)
  if (broken) return { problems: [{ message: broken.message, place: '', ...at(lines, broken.offset) }] }
  // However empty the text, one is there.
  const [tree, second] = new Composer({ uniqueKeys: true, prettyErrors: false }).compose(
    tokens,
    true,
    text.length,
  ) as Iterable<Document> as [Document, Document?]
  if (second)
    return {
      problems: [
        { message: yamlProblem({ code: 'MULTIPLE_DOCS', message: '' }), place: '', ...at(lines, second.range?.[0]) },
      ],
    }
  if (tree.errors.length > 0)
    return {
      problems: first(tree.errors, (error) => ({ message: yamlProblem(error), place: '', ...at(lines, error.pos[0]) })),
    }
  const value = valueOf(tree)
  if (value === undefined) return { problems: [{ message: texts.aliases(), place: '' }] }
  const result = workflowDocument.safeParse(value, { reportInput: true })
  if (result.success) return { document: result.data, problems: [] }
  return {
    problems: first(issuePaths(result.error.issues), ({ place, message }) => ({
      message,
      place,
      ...at(lines, offsetOf(tree, place)),
      step: stepAt(tree, place),
    })),
  }
}

/** Nobody reads more of them at once. */
function first<Found>(all: readonly Found[], problemOf: (one: Found) => WorkflowProblem): WorkflowProblem[] {
  const told = all.slice(0, 100).map(problemOf)
  return all.length > told.length
    ? [...told, { message: texts.more({ n: all.length - told.length }), place: '' }]
    : told
}

/** A document as fresh text; what stands at its default is left out. */
export function writeWorkflow(document: WorkflowDocument): string {
  const tree = new Document(lean(document))
  visit(tree, compact)
  return tree.toString(style)
}

/**
 * Brings an edited document back into its text: what did not change keeps its comments, order and style. Steps are recognised by
 * their id, edges by their ends.
 */
export function updateSource(text: string, document: WorkflowDocument): string {
  const tree = parseDocument(text)
  if (tree.errors.length > 0 || !isMap(tree.contents)) return writeWorkflow(document)
  mergeMap(tree, tree.contents as YAMLMap, lean(document))
  return tree.toString(style)
}

const style = { lineWidth: 0, flowCollectionPadding: true } as const

/** Without what a reader of the text need not see: keys at their default. */
function lean(document: WorkflowDocument): Record<string, unknown> {
  const defaults: Record<string, unknown> = { label: '', on_error: 'stop', disabled: false, note: '', retries: 0 }
  const steps = document.steps.map((s) =>
    Object.fromEntries(
      Object.entries(s).filter(
        ([key, value]) => value !== undefined && value !== defaults[key] && !(key === 'settings' && isEmpty(value)),
      ),
    ),
  )
  const { weft, label, description, parameters, edges } = document
  return {
    weft,
    label,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters }),
    steps,
    edges,
  }
}

/** As JSON would have it; YAML knows more ways to write a number, which stay as it reads them. */
const numberIn = (source: string, read: number) =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source) ? parseJson(source) : read

function valueOf(tree: Document): unknown {
  visit(tree, {
    Scalar: (_, node) =>
      void (
        typeof node.value === 'number' &&
        mayBeInexact.test(node.source ?? '') &&
        (node.value = numberIn(node.source!, node.value))
      ),
  })
  try {
    return tree.toJS({ maxAliasCount: 100 }) ?? {}
  } catch {
    return undefined
  }
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

function mergeMap(tree: Document, map: YAMLMap, wanted: Record<string, unknown>) {
  for (const pair of [...map.items]) {
    const key = keyOf(pair.key)
    // A setting may be called as something that every object has, such as valueOf.
    if (!Object.hasOwn(wanted, key) || wanted[key] === undefined) map.delete(pair.key)
  }
  for (const [key, value] of Object.entries(wanted)) {
    if (value === undefined) continue
    const node = map.get(key, true) as Node | undefined
    if (isMap(node) && isPlainObject(value)) mergeMap(tree, node, value)
    else if (isSeq(node) && Array.isArray(value)) mergeSeq(tree, node, value)
    else if (!node || !same(node.toJS(tree), value)) map.set(key, fresh(tree, key, value, node))
  }
}

function mergeSeq(tree: Document, seq: YAMLSeq, wanted: unknown[]) {
  const known = new Map<string, Node>()
  for (const item of seq.items as Node[]) known.set(identity(item.toJS(tree)), item)
  seq.items = wanted.map((value) => {
    const node = known.get(identity(value))
    if (!node) return create(tree, value)
    if (isMap(node) && isPlainObject(value)) mergeMap(tree, node, value)
    return node
  })
}

function fresh(tree: Document, key: string, value: unknown, before: Node | undefined) {
  const node = (create(tree, { [key]: value }) as YAMLMap).get(key, true) as Node
  if (before?.comment) node.comment = before.comment
  if (before?.commentBefore) node.commentBefore = before.commentBefore
  return node
}

function create(tree: Document, value: unknown): Node {
  const node = tree.createNode(value) as Node
  if (isMap(node) && isShort(node)) node.flow = true
  visit(node, compact)
  return node
}

/** Positions and edges stand on one line. */
const compact = {
  Map(_: unknown, map: YAMLMap) {
    if (isShort(map)) map.flow = true
  },
}
const isShort = (map: YAMLMap) =>
  map.items.length === 2 && ((map.has('x') && map.has('y')) || (map.has('from') && map.has('to')))

function identity(value: unknown) {
  if (!isPlainObject(value)) return JSON.stringify(value)
  if (typeof value['id'] === 'string') return `id ${value['id']}`
  if (typeof value['name'] === 'string') return `name ${value['name']}`
  return JSON.stringify(value)
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const keyOf = (key: unknown) => String((key as { value?: unknown }).value ?? key)
const custom = (message: Message) => ({ message: message.text.en, params: { say: message } })

function* repeated(names: string[]): Generator<[number, string]> {
  const seen = new Set<string>()
  for (const [i, name] of names.entries()) {
    if (seen.has(name)) yield [i, name]
    seen.add(name)
  }
}

function at(lines: LineCounter, offset: number | undefined) {
  if (offset === undefined) return {}
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

/** Where the place stands, or the nearest thing around it. */
function offsetOf(tree: Document, place: string): number | undefined {
  for (let path = pathOf(place); ; path = path.slice(0, -1)) {
    const node = path.length === 0 ? tree.contents : (tree.getIn(path, true) as Node | undefined)
    if (node?.range) return node.range[0]
    if (path.length === 0) return 0
  }
}

const pathOf = (place: string) =>
  place === '' ? [] : place.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

function stepAt(tree: Document, place: string) {
  const [list, index] = pathOf(place)
  const id = list === 'steps' && typeof index === 'number' ? tree.getIn(['steps', index, 'id']) : undefined
  return typeof id === 'string' ? id : undefined
}
