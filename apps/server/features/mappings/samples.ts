import { mapping as mappingElement } from '@weft/catalogue/elements/mapping/mapping.ts'
import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { sampleOrigins, type SampleOrigin } from '@weft/kit/define/sample-origin.ts'
import { findDataSet, previewDataSet } from '@weft/engine/data-sets/data-sets.server.ts'
import { readDebugData } from '@weft/engine/debug-data/read.server.ts'
import type { DebugSteps } from '@weft/engine/debug-data/document.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { previewModel } from '@weft/engine/models/model-tasks.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import type { Structure } from '@weft/engine/records/structure.ts'
import { findStructure } from '@weft/engine/records/structures.server.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { readRow } from '@weft/kit/http/resource-routes.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { readText } from '../workflows/read-text.ts'

type Samples = { records: DataRecord[]; from: SampleOrigin | null }

type Sampled = { id: string; source_structure_id: string | null; source_data_set_id: string | null }
type Asked = { scope: ProjectScope; given: Given; language: Language; limit: number }
type Parts = AppContext<'databases' | 'db' | 'files' | 'isolation'>

const ways = { records: newestRecords, run: recordsOfRun, file: recordsOfFile }

/** Records as they come into a mapping, from where somebody wants them, or from the first place that has some. */
export async function sourceSamples(
  context: Parts,
  asked: Asked,
  mapping: Sampled,
  wished?: SampleOrigin,
): Promise<Samples> {
  for (const from of wished ? [wished] : sampleOrigins) {
    const records = await ways[from](context, asked, mapping)
    if (records.length > 0) return { records, from }
  }
  return { records: [], from: null }
}

/** The newest of its structure, or the first of its data set. */
async function newestRecords(
  context: Parts,
  { scope, limit }: Asked,
  { source_structure_id, source_data_set_id }: Sampled,
): Promise<DataRecord[]> {
  if (!source_data_set_id) {
    const structure = await inScope(context.db, scope, (trx) => findStructure(trx, source_structure_id!))
    return samplesOf(context, scope, structure, limit)
  }
  const { definition } = await inScope(context.db, scope, (trx) => findDataSet(trx, source_data_set_id))
  // What a data set asks for is given by the step that reads it; without, there is nothing to show.
  if (definition.parameters.some((one) => one.required && !one.default)) return []
  return (await previewDataSet(context, scope, definition, { limit })).rows
}

/** The newest records of a structure, without what the store adds to them. */
export async function samplesOf(
  { databases }: AppContext<'databases'>,
  scope: ProjectScope,
  structure: Structure,
  count: number,
): Promise<DataRecord[]> {
  const { data } = await (await recordStore(databases, scope.tenant_id)).page(structure, { page: 1, perPage: count })
  const names = structure.fields.map(({ name }) => name)
  return data.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
}

/** So many of the last runs of each workflow are looked at: those that came to nothing have kept nothing. */
const mostRuns = 5

/** What came into a step with this mapping in the last run of which that is kept, masked as it is kept. */
async function recordsOfRun(
  context: Parts,
  { scope, given, limit }: Asked,
  { id }: Pick<Sampled, 'id'>,
): Promise<DataRecord[]> {
  const { rows } = await inScope(context.db, scope, (trx) =>
    sql<{ job_id: string; source: string }>`
      select j.id as job_id, w.source from definition_uses u join workflows w on w.id = u.definition_id
      cross join lateral (select id, created_at from jobs where workflow_id = w.id and finished_at is not null
        order by created_at desc limit ${mostRuns}) j
      where u.uses_id = ${id} order by j.created_at desc limit ${mostRuns}`.execute(trx),
  )
  for (const { job_id, source } of rows) {
    const kept = (await readDebugData(context.databases, { ...scope, job_id })).at(-1)
    const { document } = kept ? await readText(context, source, given) : {}
    const records = kept && document ? cameInto(id, document, kept.steps) : []
    if (records.length > 0) return records.slice(0, limit)
  }
  return []
}

/** What has left the steps before those that use the mapping, by the exits that lead there. */
function cameInto(mapping_id: string, { steps, edges }: WorkflowDocument, kept: DebugSteps): DataRecord[] {
  const ids = new Set(
    steps
      .filter(({ element, settings }) => element === mappingElement.key && settings['mapping_id'] === mapping_id)
      .map(({ id }) => id),
  )
  return edges
    .filter(({ to }) => ids.has(to.split('.')[0]!))
    .flatMap(({ from }) => {
      const [step, exit] = from.split('.') as [string, string]
      return kept[step]?.exits[exit] ?? []
    })
}

/** The first entries of the file that a model of the source was made of, as that model reads them. */
async function recordsOfFile(
  context: Parts,
  { scope, given, language, limit }: Asked,
  { source_structure_id }: Pick<Sampled, 'source_structure_id'>,
): Promise<DataRecord[]> {
  if (!source_structure_id) return []
  const model = await inScope(context.db, scope, async (trx) => {
    const { table_name } = await findStructure(trx, source_structure_id)
    const found = await trx
      .selectFrom('dynamic_models')
      .select('id')
      .where((eb) => eb.or([eb('data_structure_id', '=', source_structure_id), eb('table_name', '=', table_name)]))
      .where('sample_file', 'is not', null)
      .orderBy('updated_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return found && readRow(trx, dynamicModel, found.id)
  })
  if (!model?.sample_file) return []
  const { sample_file, type, options, fields, dynamic_fields, max_depth } = model
  const storage = context.files(scope.tenant_id)
  try {
    await storage.stat(sample_file)
  } catch (error) {
    if (error instanceof NotFound) return []
    throw error
  }
  const { value } = await context.isolation.run(
    previewModel,
    { model: { type, options, fields, dynamic_fields, max_depth }, rows: limit, language },
    { ...given, input: () => storage.read(sample_file) },
  )
  return value.records.flatMap((entry) => ('record' in entry ? [entry.record] : []))
}
