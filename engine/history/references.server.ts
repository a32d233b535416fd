import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { definitionOf } from './canonical.ts'
import type { DefinitionKind } from './kinds.ts'
import { idsIn, namesIn, nameText, withIds, withNames, type Named } from './names.ts'
import { readText } from './objects.server.ts'

type Names = Map<string, Named>

/** Texts with names for the ids in them: of things that are or were defined, and of fields of the structures they name. */
export async function textsWithNames(trx: Scoped, texts: string[]): Promise<string[]> {
  const ids = [...new Set(texts.flatMap(idsIn))]
  if (ids.length === 0) return texts.map((text) => withNames(text, () => undefined))
  const known = await trx.selectFrom('definitions').select(['id', 'kind', 'key']).where('id', 'in', ids).execute()
  const names: Names = new Map(known.map(({ id, kind, key }) => [id, { of: kind as DefinitionKind, key }]))
  const isOpen = ids.some((id) => !names.has(id))
  const structures = known.filter(({ kind }) => kind === 'data_structure').map(({ id }) => id)
  const fields: Names = isOpen && structures.length > 0 ? await fieldNames(trx, structures) : new Map()
  return texts.map((text) =>
    withNames(text, (id) => names.get(id) ?? (isOfStructure(text) ? undefined : fields.get(id))),
  )
}

/** A text with ids for its names. What a field was called is looked up as it was at that version, for its id has stayed. */
export async function textWithIds(trx: Scoped, text: string, { project_id, at }: At = {}): Promise<string> {
  const wanted = namesIn(text)
  const ids = new Map<string, string>()
  const keys = [...new Set(wanted.map(({ key }) => key))]
  const known = keys.length === 0 ? [] : await keysIn(trx, keys, project_id)
  for (const named of wanted) {
    const kind = named.of === 'field' ? 'data_structure' : named.of
    const found = known.find((one) => one.kind === kind && one.key === named.key)
    if (!found) continue
    const id = named.of === 'field' ? (await fieldIds(trx, found.id, at)).get(named.field) : found.id
    if (id) ids.set(nameText(named), id)
  }
  return withIds(text, (named) => ids.get(nameText(named)))
}

/** Where a text stands: in which project, and as of which change. */
type At = { project_id?: string | null | undefined; at?: number | undefined }

/** What stands in the project goes before what the whole tenant has. */
const keysIn = (trx: Scoped, keys: string[], project_id: string | null | undefined) =>
  trx
    .selectFrom('definitions')
    .select(['id', 'kind', 'key'])
    .where('key', 'in', keys)
    .where((eb) => eb.or([eb('project_id', 'is', null), ...(project_id ? [eb('project_id', '=', project_id)] : [])]))
    .orderBy((eb) => eb('project_id', 'is', null))
    .execute()

const isOfStructure = (text: string) => text.startsWith('kind: data_structure\n')

async function fieldNames(trx: Scoped, structures: string[]): Promise<Names> {
  const rows = await trx
    .selectFrom('data_structures')
    .innerJoin('definitions', 'definitions.id', 'data_structures.id')
    .select(['definitions.key', 'data_structures.fields'])
    .where('data_structures.id', 'in', structures)
    .execute()
  const names: Names = new Map()
  for (const { key, fields } of rows)
    for (const { id, path } of pathsOf(fields as StructureField[])) names.set(id, { of: 'field', key, field: path })
  return names
}

/** The ids of a structure's fields by what leads to them: as they are, or as a version said. */
async function fieldIds(trx: Scoped, id: string, at: number | undefined): Promise<Map<string, string>> {
  const row = await trx.selectFrom('data_structures').select('fields').where('id', '=', id).executeTakeFirst()
  const ids = byPath((row?.fields ?? []) as StructureField[])
  if (at === undefined) return ids
  const version = await trx
    .selectFrom('git_changes')
    .select('blob')
    .where('definition_id', '=', id)
    .where('id', '<=', at)
    .where('blob', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const kept = version?.blob ? await readText(trx, version.blob) : undefined
  const fields = kept && (definitionOf(kept)?.values['fields'] as StructureField[] | undefined)
  return fields ? new Map([...ids, ...byPath(fields)]) : ids
}

const byPath = (fields: StructureField[]) => new Map(pathsOf(fields).map(({ id, path }) => [path, id]))

const pathsOf = (fields: StructureField[], before = ''): { id: string; path: string }[] =>
  fields.flatMap((field) => [
    { id: field.id, path: before + field.name },
    ...pathsOf(field.fields ?? [], `${before}${field.name}.`),
  ])
