import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { fitsKey } from './references.ts'
import type { Reference } from './structure.ts'
import { relationTexts } from './relation-rules.server.ts'
import { fieldNamed, keyFieldOf, type Structure } from './structure.ts'
import { findStructure, structureFrom } from './structures.server.ts'

/** A structure as who writes its records has to know it: with what they have to refer to, and who refers to them. */
export const findWritten = async (trx: Scoped, id: string) => withReferences(trx, await findStructure(trx, id))

export async function withReferences(trx: Scoped, structure: Structure): Promise<Structure> {
  const { id } = structure
  const wanted = structure.fields.flatMap(({ must_exist, related_structure_id: related }) =>
    must_exist && related && related !== id ? [related] : [],
  )
  const rows = await trx
    .selectFrom('data_structures')
    .selectAll()
    .where((eb) =>
      eb.or([
        ...(wanted.length > 0 ? [eb('id', 'in', wanted)] : []),
        sql<boolean>`fields @> ${JSON.stringify([{ related_structure_id: id, must_exist: true }])}::jsonb`,
      ]),
    )
    .execute()
  const all = [structure, ...rows.map(structureFrom).filter((other) => other.id !== id)]
  return {
    ...structure,
    references: {
      own: referencesFrom(structure, all),
      others: all.flatMap((from) => referencesFrom(from, [structure])),
    },
  }
}

/** A field and what it would have to refer to, be it asked for already or not. */
export async function referenceBetween(
  trx: Scoped,
  { structure_id, field: name, to: id }: { structure_id: string; field: string; to: string },
): Promise<Reference> {
  const from = await findStructure(trx, structure_id)
  const to = await findStructure(trx, id)
  const field = fieldNamed(from, name)
  const key = keyFieldOf(to)
  if (!field) throw notFound()
  if (!key || !fitsKey(field, key))
    throw invalidField('field', relationTexts.unfitting({ key: key?.name ?? '–', structure: to.label }))
  return { from, field, to, key }
}

/** The checked references of a structure that lead to one of these. */
const referencesFrom = (from: Structure, targets: Structure[]): Reference[] =>
  from.fields.flatMap((field) => {
    const to = targets.find(({ id }) => id === field.related_structure_id)
    const key = to && keyFieldOf(to)
    return field.must_exist && to && key ? [{ from, field, to, key }] : []
  })
