import type { DefinitionKind } from '@weft/engine/history/kinds.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { PermissionAction, Permitted } from '@weft/kit/define/permissions.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'
import { mayWith } from './subjects.ts'

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

/** Throws where somebody may not do that with things of a kind. */
export function refuseUnless(user: Permitted, kind: DefinitionKind, action: PermissionAction) {
  if (!mayWith(user, kind, action)) throw forbidden()
}

/** Who may do something with a thing may do it with its versions. */
export async function admit(trx: Scoped, id: string, user: Permitted, action: PermissionAction): Promise<void> {
  refuseUnless(user, (await findDefinition(trx, id)).kind, action)
}
