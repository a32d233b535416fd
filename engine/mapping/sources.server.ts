import { fieldsOf, findDataSet } from '../data-sets/data-sets.server.ts'
import { findStructure, structureFrom } from '../records/structures.server.ts'
import type { Structure } from '../records/structure.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { referredId, type SourceReference } from '@weft/kit/define/mapping.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { MappedStructure } from './check/fields.ts'
import { parseMapping } from './parse/parse.ts'

const texts = defineMessages({
  oneSource: {
    en: 'Choose a data structure or a data set as source: one of them, and not both.',
    de: 'Wählen Sie eine Datenstruktur oder ein Datenset als Quelle: eines davon und nicht beides.',
  },
})

/** What a mapping reads: a structure as it is, or a data set whose columns are its fields. */
export type ReadSource = MappedStructure & Pick<Structure, 'class_name' | 'table_name'>

/** What records of a mapping come from and go to. */
export type Sides = {
  source_structure_id?: string | null | undefined
  source_data_set_id?: string | null | undefined
  target_structure_id: string
  definition: unknown
}

/** Everything a mapping speaks of. */
export async function readSides(trx: Scoped, sides: Sides) {
  const parsed = parseMapping(sides.definition)
  const further = 'definition' in parsed ? (parsed.definition.sources ?? []) : []
  return {
    source: await mainSource(trx, sides),
    target: await findStructure(trx, sides.target_structure_id),
    others: new Map(
      (
        await readSources(
          trx,
          further.map(({ of }) => of),
        )
      ).map((one): [string, ReadSource] => [one.id, one]),
    ),
  }
}

function mainSource(trx: Scoped, { source_structure_id, source_data_set_id }: Sides): Promise<ReadSource> {
  if (source_structure_id && !source_data_set_id) return findStructure(trx, source_structure_id)
  if (!source_data_set_id || source_structure_id) throw invalidField('source_structure_id', texts.oneSource())
  return asSource(trx, source_data_set_id)
}

/** Structures and data sets as mappings read them; those that do not exist are left out. */
export async function readSources(trx: Scoped, of: readonly SourceReference[]): Promise<ReadSource[]> {
  const ids = [...new Set(of.map(referredId))]
  if (ids.length === 0) return []
  const structures = await trx.selectFrom('data_structures').selectAll().where('id', 'in', ids).execute()
  const sets = await trx.selectFrom('data_sets').select('id').where('id', 'in', ids).execute()
  return [...structures.map(structureFrom), ...(await Promise.all(sets.map(({ id }) => asSource(trx, id))))]
}

async function asSource(trx: Scoped, data_set_id: string): Promise<ReadSource> {
  const { id, name, definition } = await findDataSet(trx, data_set_id)
  const columns = await fieldsOf(trx, definition)
  const asks = definition.parameters.filter((one) => one.required && !one.default).map((one) => one.name)
  return {
    ...{ id, label: name, class_name: '', table_name: '', asks },
    fields: definition.fields.flatMap(({ name, label }) => {
      const field = columns.get(name)
      return field ? [column({ ...field, name, label }, name)] : []
    }),
  }
}

/** Columns have no ids, so their names stand for them; what has to be there in a structure need not be in an answer. */
const column = (field: StructureField, id: string): StructureField => ({
  ...field,
  ...{ id, required: false, primary_key: false },
  ...(field.fields && { fields: field.fields.map((inner) => column(inner, `${id}.${inner.name}`)) }),
})
