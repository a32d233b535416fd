import { isMap, isScalar, LineCounter, parseDocument, visit, type Document, type Node } from 'yaml'
import { isObject } from '../define/is-object.ts'
import { mappingDefinition, type MappingDefinition } from '../define/mapping.ts'
import { nearest } from '../define/nearest.ts'
import { mayBeInexact, parseJson } from '../define/parse-json.ts'
import { alike } from '../formula/functions.ts'
import { isFormula } from '../formula/transformer.ts'
import { issuePaths } from '../messages/issues.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import { yamlProblem } from '../messages/yaml.ts'
import { boundByText, furtherNames, originNames, targetNames, type MappingGround, type OriginNames } from './names.ts'

const texts = defineMessages({
  long: { en: 'The mapping is longer than 2 MB.', de: 'Das Mapping ist länger als 2 MB.' },
  map: {
    en: 'Write the parts of the mapping here, beginning with “connections:” and “transformers:”.',
    de: 'Hier stehen die Teile des Mappings, beginnend mit „connections:“ und „transformers:“.',
  },
  origin: {
    en: '“{name}” is neither a field of the source nor an output of a transformer.',
    de: '„{name}“ ist weder ein Feld der Quelle noch die Ausgabe einer Umwandlung.',
  },
  originNear: {
    en: '“{name}” is neither a field of the source nor an output of a transformer. Did you mean {near}?',
    de: '„{name}“ ist weder ein Feld der Quelle noch die Ausgabe einer Umwandlung. Meinten Sie {near}?',
  },
  target: { en: 'The target has no field “{name}”.', de: 'Das Ziel hat kein Feld „{name}“.' },
  targetNear: {
    en: 'The target has no field “{name}”. Did you mean {near}?',
    de: 'Das Ziel hat kein Feld „{name}“. Meinten Sie {near}?',
  },
  transformer: { en: 'There is no transformer “{name}”.', de: 'Es gibt keine Umwandlung „{name}“.' },
  transformerNear: {
    en: 'There is no transformer “{name}”. Did you mean {near}?',
    de: 'Es gibt keine Umwandlung „{name}“. Meinten Sie {near}?',
  },
  aliases: { en: 'The text repeats parts of itself too often.', de: 'Der Text wiederholt Teile von sich zu oft.' },
  comments: {
    en: 'Comments are not saved with a mapping. What is to stay can be the label of a transformer.',
    de: 'Kommentare werden mit einem Mapping nicht gespeichert. Was bleiben soll, kann die Bezeichnung einer Umwandlung sein.',
  },
})

type Path = readonly (string | number)[]
export type TextProblem = { line: number; message: Message; severity: 'error' | 'info' }
export type ReadMapping = {
  /** What the text says, its shape not yet looked at; nothing where it cannot be read. */
  document: Record<string, unknown> | undefined
  problems: TextProblem[]
  lineOf(path: Path): number
}

const longest = 2_000_000

/**
 * Reads the text of a mapping. Boxes keep the id that a box of the same output had before, lines that of the line to the same target:
 * so a text that is changed draws the same things.
 */
export function readMappingText(text: string, ground: MappingGround, before: MappingDefinition): ReadMapping {
  const told = (message: Message, line = 1) => ({
    document: undefined,
    problems: [{ line, message, severity: 'error' as const }],
    lineOf: () => line,
  })
  if (text.length > longest) return told(texts.long())
  const lines = new LineCounter()
  const tree = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const error = tree.errors[0]
  if (error) return told(yamlProblem(error), lines.linePos(error.pos[0]).line)
  const value = valueOf(tree)
  if (value === undefined) return told(texts.aliases())
  if (!isObject(value)) return told(texts.map())
  const lineOf = lineIn(tree, lines)
  const reading = new Reading(ground, before, lineOf)
  const document = reading.document(value)
  const comment = text.split('\n').findIndex((line) => /^\s*#/.test(line))
  if (comment >= 0) reading.problems.push({ line: comment + 1, message: texts.comments(), severity: 'info' })
  return { document, problems: reading.problems, lineOf }
}

/** A text as the mapping it is; nothing where it is not one yet. What is wrong is told with its line. */
export function parseMappingText(text: string, ground: MappingGround, before: MappingDefinition) {
  const { document, problems, lineOf } = readMappingText(text, ground, before)
  const parsed = document && mappingDefinition.safeParse(document, { reportInput: true })
  const wrong = parsed?.success === false ? issuePaths(parsed.error.issues).slice(0, 100) : []
  const shape = wrong.map(({ place, message }): TextProblem => {
    const path = place.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    return { line: lineOf(path), message, severity: 'error' }
  })
  // What has a name nobody knows has been told so already.
  const lines = new Set(problems.map(({ line }) => line))
  return {
    definition: parsed?.success ? parsed.data : undefined,
    problems: [...problems, ...shape.filter(({ line }) => !lines.has(line))],
    lineOf,
  }
}

class Reading {
  readonly problems: TextProblem[] = []
  readonly #ground: MappingGround
  readonly #before: MappingDefinition
  readonly #lineOf: (path: Path) => number

  constructor(ground: MappingGround, before: MappingDefinition, lineOf: (path: Path) => number) {
    this.#ground = ground
    this.#before = before
    this.#lineOf = lineOf
  }

  document(value: Record<string, unknown>): Record<string, unknown> {
    const { connections = [], transformers = [], sources, ...others } = value
    const boxes = listOf(transformers)
    const outputs = new Set(boxes.flatMap((one) => (isObject(one) ? [String(one['output'])] : [])))
    const origins = originNames(this.#ground.sources, outputs)
    return {
      connections: Array.isArray(connections) ? this.#connections(connections, origins) : connections,
      transformers: boxes === transformers ? this.#boxes(boxes, origins) : transformers,
      ...(sources !== undefined && { sources: Array.isArray(sources) ? this.#sources(sources, origins) : sources }),
      ...others,
    }
  }

  #connections(entries: unknown[], origins: OriginNames): unknown[] {
    const targets = targetNames(this.#ground.targets)
    const known = new Taken(this.#before.connections, (one) => one.target_field_id)
    return entries.map((entry, i) => {
      if (!isObject(entry)) return entry
      const { source_field, target_field, ...more } = entry
      const target =
        typeof target_field === 'string'
          ? (targets.idOf(target_field) ?? this.#unknownTarget(target_field, targets.names, i))
          : target_field
      const id = more['id'] ?? known.exact(String(target))?.id ?? crypto.randomUUID()
      const source_field_id = this.#origin(source_field, origins, ['connections', i, 'source_field'])
      return { id, source_field_id, target_field_id: target, ...more }
    })
  }

  #sources(entries: unknown[], origins: OriginNames): unknown[] {
    return entries.map((entry, i) => {
      if (!isObject(entry)) return entry
      const { idOf } = furtherNames(this.#ground.sources, String(entry['name']))
      const named = (field: unknown) => (typeof field === 'string' ? (idOf(field) ?? field) : field)
      const { on, order } = entry
      const pair = (one: unknown, n: number) => {
        if (!isObject(one)) return one
        const { source_field, ...more } = one
        const at: Path = ['sources', i, 'on', n, 'source_field']
        return {
          ...(source_field !== undefined && { source_field_id: this.#origin(source_field, origins, at) }),
          ...more,
          field: named(one['field']),
        }
      }
      return {
        ...entry,
        ...(Array.isArray(on) && { on: on.map(pair) }),
        ...(Array.isArray(order) && {
          order: order.map((one: unknown) => (isObject(one) ? { ...one, field: named(one['field']) } : one)),
        }),
      }
    })
  }

  #boxes(entries: unknown[], origins: OriginNames): unknown[] {
    const known = new Taken(this.#before.transformers, ({ output }) => output)
    const found = entries.map((entry) => (isObject(entry) ? known.exact(String(entry['output'])) : undefined))
    return entries.map((entry, i) => {
      if (!isObject(entry)) return entry
      const at: Path = ['transformers', i]
      const box = found[i] ?? known.at(i, (one) => one.key === entry['key'])
      this.#key(entry['key'], [...at, 'key'])
      const place = box?.position ?? { x: 440, y: 60 + i * 110 }
      const { inputs, conditions, ...more } = entry
      return {
        id: box?.id ?? crypto.randomUUID(),
        position: place,
        ...more,
        ...this.#inputs(entry, origins, [...at, 'inputs']),
        ...(Array.isArray(conditions)
          ? {
              conditions: conditions.map((one: unknown, n) =>
                isObject(one)
                  ? { ...one, field: this.#origin(one['field'], origins, [...at, 'conditions', n, 'field']) }
                  : one,
              ),
            }
          : conditions !== undefined && { conditions }),
      }
    })
  }

  #inputs({ inputs, key, options, output }: Record<string, unknown>, origins: OriginNames, at: Path) {
    if (Array.isArray(inputs))
      return { inputs: inputs.map((one: unknown, n) => one && this.#origin(one, origins, [...at, n])) }
    if (inputs !== undefined) return { inputs }
    const text = isObject(options) && !('names' in options) ? options['text'] : undefined
    if (!isFormula({ key: String(key) }) || typeof text !== 'string') return { inputs: [] }
    const bound = boundByText(text, output, origins)
    return { inputs: bound.inputs, options: { ...(options as object), names: bound.names } }
  }

  #origin(name: unknown, { originOf, names }: OriginNames, at: Path): unknown {
    if (typeof name !== 'string') return name
    const origin = originOf(name)
    if (origin === undefined) this.#unknown(name, names, [texts.origin, texts.originNear], at)
    return origin ?? name
  }

  #unknownTarget(name: string, names: readonly string[], i: number) {
    this.#unknown(name, names, [texts.target, texts.targetNear], ['connections', i, 'target_field'])
    return name
  }

  #key(key: unknown, at: Path) {
    const { transformers } = this.#ground
    if (typeof key === 'string' && !transformers.includes(key))
      this.#unknown(key, transformers, [texts.transformer, texts.transformerNear], at)
  }

  #unknown(
    name: string,
    names: readonly string[],
    [alone, near]: [(values: { name: string }) => Message, (values: { name: string; near: string }) => Message],
    at: Path,
  ) {
    const [like] = [...alike(name, names, 1), ...nearest(name, names)]
    const message = like === undefined ? alone({ name }) : near({ name, near: like })
    this.problems.push({ line: this.#lineOf(at), message, severity: 'error' })
  }
}

/** Things as they were before, each given once: by what names it, in their order, else by its place. */
class Taken<T extends object> {
  readonly #before: readonly T[]
  readonly #nameOf: (one: T) => string
  readonly #taken = new Set<T>()

  constructor(before: readonly T[], nameOf: (one: T) => string) {
    this.#before = before
    this.#nameOf = nameOf
  }
  exact(name: string): T | undefined {
    return this.#mark(this.#before.find((one) => this.#nameOf(one) === name && !this.#taken.has(one)))
  }
  at(i: number, fits: (one: T) => boolean): T | undefined {
    const there = this.#before[i]
    return there && !this.#taken.has(there) && fits(there) ? this.#mark(there) : undefined
  }
  #mark(one: T | undefined) {
    if (one) this.#taken.add(one)
    return one
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A number that cannot be kept exactly stays the text it is. */
function valueOf(tree: Document): unknown {
  visit(tree, {
    Scalar: (_, node) => {
      const source = node.source ?? ''
      if (typeof node.value === 'number' && mayBeInexact.test(source) && jsonNumber.test(source))
        node.value = parseJson(source)
    },
  })
  try {
    return (tree.toJS({ maxAliasCount: 100 }) as unknown) ?? {}
  } catch {
    return undefined
  }
}
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The line where a place of the document stands, or the nearest thing around it. */
const lineIn =
  (tree: Document, lines: LineCounter) =>
  (path: Path): number => {
    let here: unknown = tree.contents
    let line = 1
    for (const part of path) {
      const name = typeof part === 'string' ? part.replace(/_field_id$/, '_field') : part
      const pair = isMap(here) ? here.items.find(({ key }) => isScalar(key) && key.value === name) : undefined
      const next = isMap(here) ? pair?.value : (here as { items?: unknown[] } | null)?.items?.[Number(name)]
      const from = ((pair?.key ?? next) as Node | null | undefined)?.range?.[0]
      if (from === undefined) return line
      line = lines.linePos(from).line
      here = next
    }
    return line
  }
