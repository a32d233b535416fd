import { inScope, type Scoped, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { numberOf } from '@weft/kit/define/compare.ts'
import { dataSetDefinition, type DataSetColumn, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { SourceBatch, StepContext } from '@weft/kit/define/step-context.ts'
import { invalidField, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, type FieldErrors } from '@weft/kit/errors/errors.ts'
import type { PlanStep } from '@weft/kit/define/query-plan.ts'
import { wantedTexts } from '../records/asked-values.ts'
import { recordStore } from '../records/store.server.ts'
import { isNumeric } from '../records/structure.ts'
import { structureFrom, type Ground as RecordGround } from '../records/structures.server.ts'
import { compileDataSet, problemsOfDataSet, type KnownSources } from './compile.ts'
import type { ComputeFields } from './formulas/computed-later.ts'
import { texts } from './texts.ts'

/** `compute` is who computes what no SQL does, away from whoever must not. */
export type Ground = RecordGround & { compute?: ComputeFields | undefined }

/** Rows read at most for the keys of one batch, and held. */
const most = 1_000_000
const mostKept = 200_000

/** What a definition speaks of, as far as it exists: structures and data sets, and what those speak of. */
export async function structuresOf(trx: Scoped, definition: DataSetDefinition): Promise<KnownSources> {
  const data_sets = new Map<string, { name: string; definition: DataSetDefinition }>()
  const all = [definition]
  for (let asked = [definition]; asked.length > 0;) {
    const ids = idsIn(asked, 'data_set_id').filter((id) => !data_sets.has(id))
    if (ids.length === 0) break
    const rows = await trx.selectFrom('data_sets').select(['id', 'name', 'definition']).where('id', 'in', ids).execute()
    asked = rows.map(({ id, name, definition: stored }) => {
      const read = dataSetDefinition.parse(stored)
      data_sets.set(id, { name, definition: read })
      return read
    })
    all.push(...asked)
  }
  const ids = idsIn(all, 'structure_id')
  const rows =
    ids.length === 0 ? [] : await trx.selectFrom('data_structures').selectAll().where('id', 'in', ids).execute()
  return { data_sets, structures: new Map(rows.map((row) => [row.id, structureFrom(row)])) }
}

/** What the sources of definitions and their stages are. */
const idsIn = (definitions: readonly DataSetDefinition[], key: 'structure_id' | 'data_set_id'): string[] => [
  ...new Set(
    definitions
      .flatMap(({ structures, stages = [] }) => [...structures, ...stages.flatMap((stage) => stage.structures)])
      .flatMap((source) => source[key] ?? []),
  ),
]

/** What is wrong with a definition, by dotted path; `id` is that of the data set it is of. */
export const checkDataSet = async (trx: Scoped, definition: DataSetDefinition, id?: string): Promise<FieldErrors> =>
  problemsOfDataSet(definition, await structuresOf(trx, definition), id)

/** What a definition's answer is made of, without asking for it; of what comes `later` no condition can speak. */
export async function columnsOf(
  trx: Scoped,
  definition: DataSetDefinition,
): Promise<{ columns: DataSetColumn[]; later: ReadonlySet<string> }> {
  const { columns, later } = compileDataSet(definition, await structuresOf(trx, definition)).compiled
  return { columns, later: new Set(later.map(({ name }) => name)) }
}

/** How the values of each column look that the database answers. */
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
  const { store, compiled, question, completed } = await compiledFor(ground, scope, definition, parameters)
  const started = performance.now()
  const rows = await store.answer({
    ...question,
    text: `select * from (${compiled.text}) as page limit ${limit + 1} offset ${offset}`,
  })
  return {
    columns: compiled.columns,
    rows: await completed(rows.slice(0, limit)),
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
  const { store, question, completed } = await compiledFor(ground, scope, definition, parameters)
  for await (const rows of store.answers(question)) yield completed(rows)
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
  const { store, compiled } = await compiledFor(ground, scope, definition, parameters)
  if (!compiled.base) throw new Conflict('NOT_RECORDS', texts.notRecords())
  return store.markAsked(mark, { base: compiled.base, text: compiled.base_ids, values: compiled.base_values })
}

/** How the database would answer a definition, its tables named as people name the structures. */
export async function planDataSet(
  ground: Ground,
  scope: ProjectScope,
  definition: DataSetDefinition,
  parameters: Record<string, unknown> = {},
): Promise<{ database: 'PostgreSQL' | 'MariaDB'; root: PlanStep }> {
  const { store, question, known } = await compiledFor(ground, scope, definition, parameters)
  const labels = new Map<string, string>()
  for (const { table_name, label } of known.structures.values()) labels.set(table_name, label)
  const questions = [definition, ...[...known.data_sets.values()].map((one) => one.definition)]
  for (const { structures, stages = [] } of questions)
    for (const { as, structure_id } of [...stages.flatMap((stage) => stage.structures), ...structures])
      if (!labels.has(as) && structure_id) labels.set(as, known.structures.get(structure_id)?.label ?? as)
  const named = (step: PlanStep): PlanStep => ({
    ...step,
    table: step.table === null ? null : (labels.get(step.table) ?? step.table),
    steps: step.steps.map(named),
  })
  return { database: store.dialect.name, root: named(await store.explain(question)) }
}

/** A definition as a question to the database its records are in. */
export async function compiledFor(
  { db, databases, compute }: Ground,
  scope: ProjectScope,
  definition: DataSetDefinition,
  parameters: Record<string, unknown>,
) {
  const known = await inScope(db, scope, (trx) => structuresOf(trx, definition))
  const store = await recordStore(databases, scope.tenant_id)
  const { compiled, problems } = compileDataSet(definition, known, parameters, store.dialect)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const { text, values, fields, later } = compiled
  const base = compiled.base ?? [...known.structures.values()][0]!
  const now = new Date()
  return {
    store,
    known,
    compiled,
    question: { base, text, values, fields },
    /** With the columns that no SQL computes. */
    async completed(rows: DataRecord[]): Promise<DataRecord[]> {
      if (later.length === 0 || rows.length === 0) return rows
      if (!compute) throw new Error('nobody computes the fields of data sets here')
      return compute(scope.tenant_id, { fields: later, rows, now })
    },
  }
}
