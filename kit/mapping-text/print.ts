import { Document, isScalar, visit, type YAMLMap, type YAMLSeq } from 'yaml'
import type { FurtherSource, MappingDefinition } from '../define/mapping.ts'
import { formulaOf, isFormula } from '../formula/transformer.ts'
import {
  boundByText,
  furtherNames,
  originNames,
  outputsOf,
  targetNames,
  type MappingGround,
  type OriginNames,
} from './names.ts'

/**
 * A mapping as the text it is edited as: names for the ids of fields, what stands at its default left out. Ids of boxes and lines are
 * found again when it is read; keys that are not known here stand there as they are.
 */
export function printMapping(definition: MappingDefinition, ground: Fields): string {
  const document = new Document(documentOf(definition, ground), { aliasDuplicateObjects: false })
  visit(document, compact)
  return document.toString(style)
}

export type Fields = Pick<MappingGround, 'sources' | 'targets'>
export const style = { lineWidth: 0, flowCollectionPadding: true } as const

/** What the text of a mapping says. */
export function documentOf(definition: MappingDefinition, ground: Fields): Record<string, unknown> {
  const origins = originNames(ground.sources, outputsOf(definition))
  const targets = targetNames(ground.targets)
  const { connections, transformers, sources, ...others } = definition
  return {
    connections: connections.map(({ id: _, source_field_id, target_field_id, ...more }) => ({
      source_field: origins.nameOf(source_field_id),
      target_field: targets.nameOf(target_field_id),
      ...more,
    })),
    transformers: transformers.map((one) => boxOf(one, origins)),
    ...(sources && { sources: sources.map((one) => sourceOf(one, origins, ground)) }),
    ...others,
  }
}

function boxOf(
  { id: _, output, key, label, inputs, options, conditions, otherwise, position, ...more }: Box,
  origins: OriginNames,
) {
  const isBound = isFormula({ key }) && isBoundByText({ output, inputs, options }, origins)
  return {
    output,
    key,
    ...(label !== '' && { label }),
    ...(!isBound && { inputs: inputs.map((origin) => origin && origins.nameOf(origin)) }),
    ...(isBound ? { options: { text: options['text'] } } : Object.keys(options).length > 0 && { options }),
    ...(conditions.length > 0 && {
      conditions: conditions.map(({ field, ...rest }) => ({ field: origins.nameOf(field), ...rest })),
    }),
    ...(otherwise !== 'empty' && { otherwise }),
    position,
    ...more,
  }
}
function sourceOf({ on, take, order, on_missing, ...more }: FurtherSource, origins: OriginNames, ground: Fields) {
  const { nameOf } = furtherNames(ground.sources, more.name)
  return {
    ...more,
    on: on.map(({ source_field_id, field, ...rest }) => ({
      source_field: origins.nameOf(source_field_id),
      field: nameOf(field),
      ...rest,
    })),
    ...(take !== 'only' && { take }),
    ...(order.length > 0 && { order: order.map(({ field, ...rest }) => ({ field: nameOf(field), ...rest })) }),
    ...(on_missing !== 'empty' && { on_missing }),
  }
}

type Box = MappingDefinition['transformers'][number]

/** Whether a formula takes just what its text names, so that the text says it all. */
function isBoundByText({ output, inputs, options }: Pick<Box, 'output' | 'inputs' | 'options'>, origins: OriginNames) {
  const { text } = formulaOf({ inputs, options })
  const bound = boundByText(text, output, origins)
  return (
    options['text'] === text &&
    Object.keys(options).join() === 'text,names' &&
    JSON.stringify([bound.inputs, bound.names]) === JSON.stringify([inputs, options['names']])
  )
}

/** Lines, places and inputs stand on one line each. */
export const compact = {
  Map(_: unknown, map: YAMLMap) {
    const isLine = map.items.length === 2 && map.has('source_field') && (map.has('target_field') || map.has('field'))
    if (isLine || (map.items.length === 2 && map.has('x') && map.has('y'))) map.flow = true
  },
  Seq(_: unknown, seq: YAMLSeq) {
    if (seq.items.every(isScalar)) seq.flow = true
  },
}
