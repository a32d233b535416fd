import { texts } from '@weft/engine/provisioning/texts.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'

/** A workspace is the domain of its users' addresses, so it stays while one of them has another. */
export async function keepUsersInside(trx: Scoped, account: 'tenant_id' | 'partner_id', id: string, domain: string) {
  const outside = await trx.selectFrom('users').select('email').where(account, '=', id).where('workspace', '!=', domain).limit(1).executeTakeFirst()
  if (outside) throw new Conflict('WORKSPACE_NOT_UPDATED', texts.workspaceNotUpdated(), { fields: { workspace: [texts.emailOutside({ domain })] } })
}
