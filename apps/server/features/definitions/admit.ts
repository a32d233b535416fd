import type { DefinitionKind } from '@weft/engine/history/kinds.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { can, type PermissionAction, type Permitted, type Subject } from '@weft/kit/define/permissions.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'

const subjects: Record<DefinitionKind, Subject> = {
  project: 'projects',
  queue: 'projects',
  connection: 'connections',
  data_structure: 'structures',
  dynamic_model: 'structures',
  mapping: 'workflows',
  data_set: 'insights',
  insight: 'insights',
  query: 'queries',
  text_template: 'workflows',
  workflow: 'workflows',
}

/** A thing that is or was there; throws not found. */
export async function findDefinition(trx: Scoped, id: string) {
  const found = await trx
    .selectFrom('definitions')
    .select(['id', 'project_id', 'kind', 'name', 'version', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return { ...found, kind: found.kind as DefinitionKind }
}

/** Throws where somebody may not do that with things of a kind. Queries are run, not looked at. */
export function refuseUnless(user: Permitted, kind: DefinitionKind, action: PermissionAction) {
  const subject = subjects[kind]
  if (!can(user, subject, subject === 'queries' ? 'run' : action)) throw forbidden()
}

/** Who may do something with a thing may do it with its versions. */
export async function admit(trx: Scoped, id: string, user: Permitted, action: PermissionAction): Promise<void> {
  refuseUnless(user, (await findDefinition(trx, id)).kind, action)
}
