import { emailOutside } from '@weft/kit/define/workspace.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { inScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'

/** The domains an account was given beside its workspace. */
export const furtherDomains = (db: Database, id: string) =>
  inScope(db, { level: 'tenant', tenant_id: id }, (trx) =>
    trx.selectFrom('workspace_domains').select('domain').execute(),
  ).then((rows) => rows.map((row) => row.domain))

/** A workspace is the domain of its users' addresses, so it stays while one of them has an address of none of the account's domains. */
export async function keepUsersInside(
  trx: Scoped,
  {
    account,
    id,
    domain,
    further,
  }: { account: 'tenant_id' | 'partner_id'; id: string; domain: string; further: string[] },
) {
  const outside = await trx
    .selectFrom('users')
    .select('email')
    .where(account, '=', id)
    .where('workspace', 'not in', [domain, ...further])
    .limit(1)
    .executeTakeFirst()
  if (outside)
    throw new Conflict('WORKSPACE_NOT_UPDATED', texts.workspaceNotUpdated(), {
      fields: { workspace: [emailOutside({ domain })] },
    })
}
