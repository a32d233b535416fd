import { randomUUID } from 'node:crypto'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { notify } from '../notifications/notice.server.ts'

/** `context.notify`: a notice of a project for users of its tenant, kept for their list and shown at once where they are signed in. */
export function openNotices(
  db: Database,
  { tenant_id, project_id }: { tenant_id: string; project_id?: string | undefined },
): StepContext['notify'] {
  return (users, { key, title, message, ...notice }) =>
    inScope(db, systemScope, async (trx) => {
      const known = await usersOf(trx, tenant_id, users)
      const words = { title: title.slice(0, 200), message: message.slice(0, 2_000) }
      await notify(trx, known, {
        ...notice,
        ...words,
        project_id,
        key: key === undefined ? undefined : [tenant_id, key],
      })
    })
}

/** Users of another tenant are not told, whatever a workflow names. */
async function usersOf(trx: Scoped, tenant_id: string, users: string[] | 'project'): Promise<string[]> {
  const query = trx.selectFrom('users').select('id').where('tenant_id', '=', tenant_id).where('active', '=', true)
  const rows = await (
    users === 'project' ? query : query.where('id', 'in', users.length > 0 ? users : [randomUUID()])
  ).execute()
  return rows.map((row) => row.id)
}
