import { inScope, type Scoped, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { numberOf } from '@weft/kit/define/compare.ts'
import { dataSetDefinition, type DataSetColumn, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { SourceBatch, StepContext } from '@weft/kit/define/step-context.ts'
import { invalidField, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { wantedTexts } from '../records/asked-values.ts'
import { recordStore } from '../records/store.server.ts'
import { isNumeric, type Structure } from '../records/structure.ts'
import { structureFrom, type Ground } from '../records/structures.server.ts'
import { compileDataSet, problemsOfDataSet } from './compile.ts'
import { texts } from './texts.ts'

/** Rows read at most for the keys of one batch. */
const most = 1_000_000

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
})

/** Rows by the values of a column. What cannot be a value of the column finds nothing. */
async function lookUpInDataSet(
  ground: Ground,
  scope: ProjectScope,
  { data_set_id, key, values, fields }: Parameters<StepContext['data_sets']['lookup']>[0],
): Promise<Map<string, DataRecord>> {
  const { definition } = await inScope(ground.db, scope, (trx) => findDataSet(trx, data_set_id))
  const { columns, fields: typed } = await inScope(
    ground.db,
    scope,
    async (trx) => compileDataSet(definition, await structuresOf(trx, definition)).compiled,
  )
  for (const name of [key, ...fields])
    if (!columns.some((column) => column.name === name))
      throw invalidField(name === key ? 'key' : 'field', texts.unknownField({ field: name }))
  const column = typed.get(key)!
  const wanted = wantedTexts(column, [...values])
  if (wanted.size === 0) return new Map()
  // 10.1 and 10.10 are one number.
  const same = (text: string) => (isNumeric(column) ? (numberOf(text)?.toFixed() ?? text) : text)
  const asked: DataSetDefinition = {
    ...definition,
    having: [...definition.having, { field: key, operator: 'in', value: [...new Set(wanted.values())] }],
    limit: most,
  }
  const rows = new Map<string, DataRecord>()
  for await (const batch of readDefinition(ground, scope, asked))
    for (const row of batch) {
      const [text] = wantedTexts(column, [row[key]]).values()
      if (text !== undefined && !rows.has(same(text))) rows.set(same(text), row)
    }
  return new Map([...wanted].flatMap(([value, text]) => (rows.has(same(text)) ? [[value, rows.get(same(text))!]] : [])))
}

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

async function compiledFor(
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
