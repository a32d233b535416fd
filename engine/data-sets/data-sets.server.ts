import { inScope, type Scoped, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { numberOf } from '@weft/kit/define/compare.ts'
import { dataSetDefinition, type DataSetColumn, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { SourceBatch, StepContext } from '@weft/kit/define/step-context.ts'
import { invalidField, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { wantedTexts } from '../records/asked-values.ts'
import { recordStore } from '../records/store.server.ts'
import { isNumeric, type Structure } from '../records/structure.ts'
import { structureFrom, type Ground } from '../records/structures.server.ts'
import { compileDataSet, problemsOfDataSet } from './compile.ts'
import { texts } from './texts.ts'

/** Rows read at most for the keys of one batch, and held. */
const most = 1_000_000
const mostKept = 200_000

/** The structures a definition speaks of, as far as they exist. */
export async function structuresOf(trx: Scoped, definition: DataSetDefinition): Promise<Map<string, Structure>> {
  const ids = [...new Set(definition.structures.map(({ structure_id }) => structure_id))]
  const rows = await trx.selectFrom('data_structures').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, structureFrom(row)]))
}

/** What is wrong with a definition, by dotted path. */
export const checkDataSet = async (trx: Scoped, definition: DataSetDefinition): Promise<FieldErrors> =>
  problemsOfDataSet(definition, await structuresOf(trx, definition))

/** What a definition's answer is made of, without asking for it. */
export const columnsOf = async (trx: Scoped, definition: DataSetDefinition): Promise<DataSetColumn[]> =>
  compileDataSet(definition, await structuresOf(trx, definition)).compiled.columns

/** How the values of each column look. */
export const fieldsOf = async (trx: Scoped, definition: DataSetDefinition): Promise<Map<string, StructureField>> =>
  compileDataSet(definition, await structuresOf(trx, definition)).compiled.fields

export type DataSetAnswer = { columns: DataSetColumn[]; rows: DataRecord[]; more: boolean; took_ms: number }

/** The first rows of a definition's answer, saved or not. */
export async function previewDataSet(
  ground: Ground,
  scope: ProjectScope,
  definition: DataSetDefinition,
  {
    parameters = {},
    limit = 100,
    offset = 0,
  }: { parameters?: Record<string, unknown>; limit?: number; offset?: number } = {},
): Promise<DataSetAnswer> {
  const { store, compiled, question } = await compiledFor(ground, scope, definition, parameters)
  const started = performance.now()
  const rows = await store.answer({
    ...question,
    text: `select * from (${compiled.text}) as page limit ${limit + 1} offset ${offset}`,
  })
  return {
    columns: compiled.columns,
    rows: rows.slice(0, limit),
    more: rows.length > limit,
    took_ms: Math.round(performance.now() - started),
  }
}

/** All rows of a definition's answer in batches. */
export async function* readDefinition(
  ground: Ground,
  scope: ProjectScope,
  definition: DataSetDefinition,
  parameters: Record<string, unknown> = {},
): AsyncIterable<DataRecord[]> {
  const { store, question } = await compiledFor(ground, scope, definition, parameters)
  yield* store.answers(question)
}

export async function findDataSet(
  trx: Scoped,
  id: string,
): Promise<{ id: string; name: string; definition: DataSetDefinition }> {
  const row = await trx
    .selectFrom('data_sets')
    .select(['id', 'name', 'definition'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, definition: dataSetDefinition.parse(row.definition) }
}

/** Data sets for the steps of a workflow. Rows have no place to go on from, so no cursor comes with a batch. */
export const openDataSets = (ground: Ground, scope: ProjectScope): StepContext['data_sets'] => ({
  async *read(data_set_id, parameters): AsyncIterable<SourceBatch> {
    const { definition } = await inScope(ground.db, scope, (trx) => findDataSet(trx, data_set_id))
    for await (const records of readDefinition(ground, scope, definition, parameters)) yield { records }
  },
  lookup: (query) => lookUpInDataSet(ground, scope, query),
  partners: (query) => partnersIn(ground, scope, query),
})

/** Without `fields`, rows are as they are. */
type PartnerQuery = Omit<Parameters<StepContext['data_sets']['partners']>[0], 'fields'> & {
  fields?: readonly string[]
}

/** The first row for each value of a column. */
async function lookUpInDataSet(
  ground: Ground,
  scope: ProjectScope,
  { data_set_id, key, values, fields }: Parameters<StepContext['data_sets']['lookup']>[0],
): Promise<Map<string, DataRecord>> {
  const { definition } = await inScope(ground.db, scope, (trx) => findDataSet(trx, data_set_id))
  const missing = fields.find((name) => !definition.fields.some((field) => field.name === name))
  if (missing !== undefined) throw invalidField('field', texts.unknownField({ field: missing }))
  const keys = [...new Set(values.filter((value) => value !== null && value !== undefined).map(String))]
  const asked = { of: { data_set_id }, on: [key], keys: keys.map((one) => [one]), order: [], most: 1 }
  const found = await partnersIn(ground, scope, asked)
  if (!found) throw invalidField('key', texts.tooMany({ most }))
  return new Map(keys.flatMap((one) => (found.get(JSON.stringify([one])) ?? []).map((row) => [one, row])))
}

/** Rows by the values of columns, asked for once. What cannot be a value of its column finds nothing. */
async function partnersIn(
  ground: Ground,
  scope: ProjectScope,
  { of, on, keys, fields, order, most: mostEach }: PartnerQuery,
): Promise<Map<string, DataRecord[]> | undefined> {
  const named = [...on, ...(fields ?? []), ...order.map(({ field }) => field)]
  const definition =
    'data_set_id' in of
      ? (await inScope(ground.db, scope, (trx) => findDataSet(trx, of.data_set_id))).definition
      : asDataSet(of.structure_id, named)
  const columns = await inScope(ground.db, scope, (trx) => fieldsOf(trx, definition))
  for (const name of named)
    if (!columns.has(name)) throw invalidField(on.includes(name) ? 'key' : 'field', texts.unknownField({ field: name }))
  const textsOf = (rows: readonly (readonly unknown[])[]) =>
    rowNames(
      on.map((name) => columns.get(name)!),
      rows,
    )

  const askers = new Map<string, string[]>()
  const wanted = on.map(() => new Set<string>())
  for (const [i, found] of textsOf(keys).entries()) {
    if (!found) continue
    for (const [n, text] of found.texts.entries()) wanted[n]!.add(text)
    askers.set(found.name, [...(askers.get(found.name) ?? []), JSON.stringify(keys[i])])
  }
  if (askers.size === 0) return new Map()
  const asked: DataSetDefinition = {
    ...definition,
    having: [
      ...definition.having,
      ...on.map((field, i) => ({ field, operator: 'in' as const, value: [...wanted[i]!] })),
    ],
    sort: [...order, ...definition.sort],
    limit: most + 1,
  }
  const found = new Map<string, DataRecord[]>()
  let [read, kept] = [0, 0]
  for await (const batch of readDefinition(ground, scope, asked)) {
    if ((read += batch.length) > most) return undefined
    const names = textsOf(batch.map((row) => on.map((field) => row[field])))
    for (const [i, row] of batch.entries()) {
      const name = names[i]?.name
      if (name === undefined || !askers.has(name)) continue
      const rows = found.get(name) ?? []
      if (rows.length >= mostEach) continue
      if (++kept > mostKept) return undefined
      rows.push(fields ? Object.fromEntries(fields.map((field) => [field, row[field] ?? null])) : row)
      found.set(name, rows)
    }
  }
  return new Map([...askers].flatMap(([name, keys]) => keys.map((key) => [key, found.get(name) ?? []])))
}

/** All records of a structure, in the order they came. */
const asDataSet = (structure_id: string, fields: string[]): DataSetDefinition => ({
  structures: [{ as: 'other', structure_id }],
  lists: [],
  fields: [...new Set([...fields, '_id'])].map((field) => ({ name: field, of: 'other', field })),
  filters: [],
  having: [],
  sort: [{ field: '_id', descending: false }],
  limit: most,
  parameters: [],
  zone: 'UTC',
})

/** What rows are called by the values of some columns; nothing where one cannot be a value of its column. 10.1 and 10.10 are one number. */
function rowNames(
  columns: readonly StructureField[],
  rows: readonly (readonly unknown[])[],
): ({ texts: string[]; name: string } | undefined)[] {
  const known = columns.map((column, i) =>
    wantedTexts(
      column,
      rows.map((row) => row[i]),
    ),
  )
  return rows.map((row) => {
    const found = known.map((texts, i) => texts.get(String(row[i])))
    if (!isWhole(found)) return undefined
    const same = found.map((text, i) => (isNumeric(columns[i]!) ? (numberOf(text)?.toFixed() ?? text) : text))
    return { texts: found, name: JSON.stringify(same) }
  })
}

const isWhole = (texts: (string | undefined)[]): texts is string[] => !texts.includes(undefined)

/** Marks the records of the base structure that the rows of the answer are made from; says how many changed. */
export async function markDataSet(
  ground: Ground,
  scope: ProjectScope,
  definition: DataSetDefinition,
  mark: 'dirty' | 'clean',
  parameters: Record<string, unknown> = {},
): Promise<number> {
  const { store, compiled, question } = await compiledFor(ground, scope, definition, parameters)
  return store.markAsked(mark, { base: question.base, text: compiled.base_ids, values: compiled.base_values })
}

/** A definition as a question to the database its records are in. */
export async function compiledFor(
  { db, databases }: Ground,
  scope: ProjectScope,
  definition: DataSetDefinition,
  parameters: Record<string, unknown>,
) {
  const structures = await inScope(db, scope, (trx) => structuresOf(trx, definition))
  const store = await recordStore(databases, scope.tenant_id)
  const { compiled, problems } = compileDataSet(definition, structures, parameters, store.dialect)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const { text, values, fields } = compiled
  return {
    store,
    compiled,
    question: { base: structures.get(definition.structures[0]!.structure_id)!, text, values, fields },
  }
}
