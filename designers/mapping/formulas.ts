import { reservedOutputs, type MappingDefinition, type MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { foldBoxes } from '@weft/kit/formula/fold.ts'
import type { Formula } from '@weft/kit/formula/formula.ts'
import { functionsOf } from '@weft/kit/formula/functions.ts'
import { parseFormula } from '@weft/kit/formula/parse.ts'
import { printFormula } from '@weft/kit/formula/print.ts'
import { bareName, namesInFormula } from '@weft/kit/formula/names.ts'
import { tokensOf, writtenName } from '@weft/kit/formula/tokens.ts'
import { formulaKey, formulaOf, isFormula } from '@weft/kit/formula/transformer.ts'
import { unfoldFormula } from '@weft/kit/formula/unfold.ts'
import { connect, freePlace } from './edits.ts'
import { nodeHeight } from './geometry.ts'
import type { Row } from './rows.ts'

/** A mapping and what its names mean. */
export type FormulaGround = {
  definition: MappingDefinition
  sources: ReadonlyMap<string, Row>
  targets: ReadonlyMap<string, Row>
  transformers: ReadonlyMap<string, Transformer>
}

/** What fills a target field: a text, or boxes that no formula says. */
export type CameFrom =
  { is: 'nothing' } | { is: 'text'; text: string; box?: MappingTransformer } | { is: 'boxes'; box: MappingTransformer }

export function cameFrom(target_id: string, ground: FormulaGround): CameFrom {
  const origin = originOf(ground.definition, target_id)
  if (origin === undefined) return { is: 'nothing' }
  const field = ground.sources.get(origin)
  if (field) return { is: 'text', text: writtenName(field.full_name) }
  const box = ground.definition.transformers.find(({ output }) => output === origin)
  if (!box) return { is: 'text', text: writtenName(origin) }
  if (isFormula(box) && box.conditions.length === 0) return { is: 'text', text: shownText(box, ground), box }
  if (usesOf(ground.definition, box) > 1) return { is: 'text', text: writtenName(box.output) }
  const tree = folded(box, ground)
  return tree ? { is: 'text', text: printFormula(tree), box } : { is: 'boxes', box }
}

/** The formula of a box as it was written, with renamed fields called as they are today. */
export function shownText(box: MappingTransformer, { sources }: Pick<FormulaGround, 'sources'>): string {
  const { text, origins } = formulaOf(box)
  let shown = text
  for (const token of tokensOf(text).toReversed()) {
    const name = bareName(token.text)
    const field = token.kind === 'name' ? sources.get(origins.get(name) ?? '') : undefined
    if (field && field.full_name !== name)
      shown = shown.slice(0, token.from) + writtenName(field.full_name) + shown.slice(token.to)
  }
  return shown
}

const originOf = ({ connections }: MappingDefinition, target_id: string) =>
  connections.find(({ target_field_id }) => target_field_id === target_id)?.source_field_id

/** How often the output of a box is taken. */
function usesOf({ connections, transformers }: MappingDefinition, { output }: MappingTransformer): number {
  const taken = [
    ...connections.map(({ source_field_id }) => source_field_id),
    ...transformers.flatMap(({ inputs, conditions }) => [...inputs, ...conditions.map(({ field }) => field)]),
  ]
  return taken.filter((origin) => origin === output).length
}

/** Boxes used once are written out; those that others use as well stand there by their name. */
function folded(box: MappingTransformer, { definition, sources, transformers }: FormulaGround): Formula | undefined {
  return foldBoxes(box, {
    transformers,
    boxes: new Map(definition.transformers.map((one) => [one.output, one])),
    nameOf: (origin) => sources.get(origin)?.full_name ?? origin,
    isPart: (one) => usesOf(definition, one) === 1,
  })
}

/** What a name in a formula stands for: a field of the source, an output, or what fills another field of the target. */
export function originNamed(name: string, { definition, sources, targets }: FormulaGround): string | undefined {
  for (const { id, full_name } of sources.values()) if (full_name === name) return id
  if (definition.transformers.some(({ output }) => output === name)) return name
  for (const { id, full_name } of targets.values()) if (full_name === name) return originOf(definition, id)
  return undefined
}

/** Fills a target field by a text. A field alone is a connection, anything else a formula; boxes that nobody needs any more go. */
export function writeText(text: string, target: Row, ground: FormulaGround, newId: () => string): MappingDefinition {
  const { definition } = ground
  const before = cameFrom(target.id, ground)
  const without = {
    ...definition,
    connections: definition.connections.filter((one) => one.target_field_id !== target.id),
  }
  if (text.trim() === '') return withoutUnused(without, definition, target.id)
  const { tree, problems } = parseFormula(text)
  const alone = tree.is === 'name' && problems.length === 0 ? originNamed(tree.name, ground) : undefined
  const end = `t:${target.id}`
  if (alone !== undefined)
    return withoutUnused(
      connect(without, ground.sources.has(alone) ? `s:${alone}` : `o:${alone}`, end, newId),
      definition,
      target.id,
    )
  const known = before.is === 'text' && before.box && isFormula(before.box) ? before.box : undefined
  const box = formulaBox(text, known, target, ground, newId)
  const transformers = known
    ? definition.transformers.map((one) => (one.id === known.id ? box : one))
    : [...definition.transformers, box]
  return withoutUnused(connect({ ...without, transformers }, `o:${box.output}`, end, newId), definition, target.id)
}

/** Changes the text of a formula, wherever it is used. */
export const changeFormula = (box: MappingTransformer, text: string, ground: FormulaGround): MappingDefinition => ({
  ...ground.definition,
  transformers: ground.definition.transformers.map((one) =>
    one.id === box.id ? { ...one, ...boundTo(text, box, ground) } : one,
  ),
})

function formulaBox(
  text: string,
  known: MappingTransformer | undefined,
  target: Row,
  ground: FormulaGround,
  newId: () => string,
): MappingTransformer {
  if (known) return { ...known, ...boundTo(text, known, ground) }
  return {
    id: newId(),
    key: formulaKey,
    label: '',
    output: freeOutput(target.full_name.replaceAll('.', '_'), ground),
    conditions: [],
    otherwise: 'empty',
    position: freePlace(ground.definition, ({ inputs }) => nodeHeight(inputs.length), 0),
    ...boundTo(text, undefined, ground),
  }
}

/** The inputs a text has, by the names it calls them. What a name stood for before it still does. */
function boundTo(
  text: string,
  before: MappingTransformer | undefined,
  ground: FormulaGround,
): Pick<MappingTransformer, 'inputs' | 'options'> {
  const old = before && formulaOf(before).origins
  const bound = namesInFormula(text).flatMap((name): [string, string][] => {
    const kept = old?.get(name)
    const origin = originNamed(name, ground) ?? kept
    return origin && origin !== before?.output ? [[name, origin]] : []
  })
  return {
    inputs: bound.slice(0, 50).map(([, origin]) => origin),
    options: { text, names: bound.slice(0, 50).map(([name]) => name) },
  }
}

function freeOutput(base: string, { definition, sources, targets }: FormulaGround): string {
  const taken = new Set<string>([
    ...[...sources.values(), ...targets.values()].map(({ name }) => name),
    ...reservedOutputs,
    ...definition.transformers.map(({ output }) => output),
  ])
  const start = `${base.slice(0, 50)}_formula`
  let number = 1
  const named = () => (number === 1 ? start : `${start}_${number}`)
  while (taken.has(named())) number++
  return named()
}

/** Leaves out the boxes that stood behind a field before and that nothing takes any more. */
const withoutUnused = (after: MappingDefinition, before: MappingDefinition, target_id: string) =>
  leftWithout(after, boxesBehind(before, originOf(before, target_id)))

function leftWithout(definition: MappingDefinition, outputs: ReadonlySet<string>): MappingDefinition {
  const kept = definition.transformers.filter((one) => !outputs.has(one.output) || usesOf(definition, one) > 0)
  return kept.length === definition.transformers.length
    ? definition
    : leftWithout({ ...definition, transformers: kept }, outputs)
}

/** The outputs a value comes through. */
export function boxesBehind({ transformers }: MappingDefinition, origin: string | undefined): Set<string> {
  const byOutput = new Map(transformers.map((one) => [one.output, one]))
  const found = new Set<string>()
  const waiting = origin === undefined ? [] : [origin]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const box = byOutput.get(next)
    if (!box || found.has(next)) continue
    found.add(next)
    waiting.push(...box.inputs.filter((one) => one !== null), ...box.conditions.map(({ field }) => field))
  }
  return found
}

/** A formula as the boxes it is made of; the same mapping where its text is not finished. */
export function asBoxes(box: MappingTransformer, ground: FormulaGround, newId: () => string): MappingDefinition {
  const { definition, transformers } = ground
  const { text, origins } = formulaOf(box)
  const { tree, problems } = parseFormula(text)
  const taken = new Set<string>([
    ...[...ground.sources.values(), ...ground.targets.values()].map(({ name }) => name),
    ...definition.transformers.map(({ output }) => output),
  ])
  let number = 0
  const next = () => {
    do number++
    while (taken.has(`step_${number}`))
    return { id: newId(), output: `step_${number}` }
  }
  const { parts, sound } = unfoldFormula(tree, {
    functions: functionsOf(transformers.values()),
    resolve: (name) => origins.get(name) ?? originNamed(name, ground),
    known: [],
    idOf: (part) => (part === 0 ? box : next()),
  })
  if (problems.length > 0 || !sound) return definition
  const boxes = parts.map(({ id, output, key, inputs, options }, i): MappingTransformer => {
    const isWhole = id === box.id
    const place = { x: Math.max(60, box.position.x - 320), y: box.position.y + i * 96 }
    return {
      ...{ id, output, key, inputs, options, otherwise: 'empty' },
      label: isWhole ? box.label : '',
      conditions: isWhole ? box.conditions : [],
      position: isWhole ? box.position : place,
    }
  })
  return { ...definition, transformers: definition.transformers.flatMap((one) => (one.id === box.id ? boxes : [one])) }
}

/** A box and those only it needs as one formula; nothing where a formula cannot say it. */
export function asFormula(box: MappingTransformer, ground: FormulaGround): MappingDefinition | undefined {
  const tree = isFormula(box) ? undefined : folded(box, ground)
  if (!tree) return undefined
  const { definition } = ground
  const formula = { ...box, key: formulaKey, ...boundTo(printFormula(tree), undefined, ground) }
  const transformers = definition.transformers.map((one) => (one.id === box.id ? formula : one))
  const behind = boxesBehind(definition, box.output)
  behind.delete(box.output)
  return leftWithout({ ...definition, transformers }, behind)
}
