import { formats } from '@weft/catalogue/formats/all.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { ReferencePort } from '@weft/engine/workflow-model/check.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'

const tables = {
  data_structure: 'data_structures',
  mapping: 'mappings',
  data_set: 'data_sets',
  workflow: 'workflows',
  dynamic_model: 'dynamic_models',
  workflow_token: 'workflow_tokens',
  text_template: 'text_templates',
  user: 'users',
} as const
type Referred = keyof typeof tables
const isReferred = (kind: string): kind is Referred => kind in tables

const names = {
  data_structure: 'label',
  mapping: 'label',
  data_set: 'name',
  workflow: 'label',
  dynamic_model: 'model_name',
  workflow_token: 'name',
  text_template: 'label',
  user: 'email',
} as const

/** Which of the ids a workflow points to exist in this project. */
export const existing =
  (trx: Scoped): ReferencePort =>
  async (kind, ids) => {
    if (kind === 'config_value') return new Set(await configuredNames(trx, ids))
    if (kind === 'format') return new Set(ids.filter((id) => formats.some(({ key }) => key === id)))
    return new Set((await namesOf(trx, kind, ids)).keys())
  }

/** Which of these names are configured for the project or its tenant. */
async function configuredNames(trx: Scoped, names: string[]): Promise<string[]> {
  const own = await trx.selectFrom('config_values').select('name').where('name', 'in', names).execute()
  const variables = await trx.selectFrom('variables').select('name').where('name', 'in', names).execute()
  return [...own, ...variables].map(({ name }) => name)
}

/** The names of entries of one kind, by id. */
export async function namesOf(trx: Scoped, kind: string, ids: string[]): Promise<Map<string, string>> {
  const wanted = ids.filter(isUuid)
  if (!isReferred(kind) || wanted.length === 0) return new Map()
  // Kysely cannot follow a table that is only known at run time; every table here has an id and the column named beside it.
  const rows = (await trx
    .selectFrom(tables[kind] as 'mappings')
    .select(['id', `${names[kind] as 'label'} as name`])
    .where('id', 'in', wanted)
    .execute()) as { id: string; name: string }[]
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Everything of one kind that a setting may point to, by name. */
export async function choicesOf(trx: Scoped, kind: string): Promise<{ value: string; label: string }[]> {
  if (!isReferred(kind)) return []
  const rows = (await trx
    .selectFrom(tables[kind] as 'mappings')
    .select(['id', `${names[kind] as 'label'} as name`])
    .orderBy('name')
    .limit(1_000)
    .execute()) as { id: string; name: string }[]
  return rows.map(({ id, name }) => ({ value: id, label: name }))
}
