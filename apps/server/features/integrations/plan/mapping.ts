import { randomUUID } from 'node:crypto'
import { mappingLimits, type MappingDefinition, type MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { DraftTable } from '@weft/kit/integrations/draft.ts'
import type { TableProfile } from '@weft/kit/integrations/profile.ts'
import { freeName, keyOf, stampOf, storedFields } from './keys.ts'

type Sides = { source: readonly StructureField[]; target: readonly StructureField[] }

/** Which field of the source becomes which one here, by their names there. */
export function mappingOf(table: DraftTable, profile: TableProfile, { source, target }: Sides): MappingDefinition {
  const from = (name: string) => source.find(({ original_name }) => original_name === name)!.id
  const to = (name: string) => target.find((field) => field.name === name)!.id
  const outputs = outputNames({ source, target })
  const key = keyOf(table, profile.table.key)
  const made =
    'of' in key
      ? fingerprintOf(
          key.of.map(({ name }) => from(name)),
          outputs,
        )
      : []
  const stamp = stampOf(table)
  // What is there again is not deleted any more.
  const cleared = stamp
    ? [transformer('constant', [], outputs('not_deleted'), made.length, { value: '', type: 'date_time' })]
    : []
  return {
    connections: [
      ...storedFields(table).map(({ name, stored_as }) => connection(from(name), to(stored_as))),
      ...('of' in key ? [connection(made.at(-1)!.output, to(key.name))] : []),
      ...(stamp ? [connection(cleared[0]!.output, to(stamp))] : []),
    ],
    transformers: [...made, ...cleared],
  }
}

const connection = (source_field_id: string, target_field_id: string) => ({
  id: randomUUID(),
  source_field_id,
  target_field_id,
})

/** One transformer takes so many fields; where there are more, a last one takes what the others gave. */
function fingerprintOf(fields: string[], outputs: (wanted: string) => string): MappingTransformer[] {
  const groups: string[][] = []
  for (let i = 0; i < fields.length; i += mappingLimits.inputs) groups.push(fields.slice(i, i + mappingLimits.inputs))
  const parts = groups.map((inputs, i) => transformer('fingerprint', inputs, outputs('row_key_part'), i, {}))
  return parts.length === 1
    ? parts
    : [
        ...parts,
        ...fingerprintOf(
          parts.map(({ output }) => output),
          outputs,
        ).map((one) => ({ ...one, position: { x: 480, y: one.position.y } })),
      ]
}

function transformer(
  key: string,
  inputs: string[],
  output: string,
  row: number,
  options: Record<string, unknown>,
): MappingTransformer {
  return {
    id: randomUUID(),
    key,
    label: '',
    inputs,
    options,
    output,
    conditions: [],
    otherwise: 'empty',
    position: { x: 320, y: 40 + row * 120 },
  }
}

/** Names no field of either side and no other transformer has. */
function outputNames({ source, target }: Sides) {
  const taken = [...source, ...target].map(({ name }) => name)
  return (wanted: string) => {
    const name = freeName(wanted, taken)
    taken.push(name)
    return name
  }
}
