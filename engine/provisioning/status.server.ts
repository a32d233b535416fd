import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { Work } from './step.server.ts'

/** Says how far an account is; a partner's place follows the partner by itself. */
export const setStatus = (
  { deps, kind, tenant_id }: Pick<Work, 'deps' | 'kind' | 'tenant_id'>,
  change: { status: string; initialized?: boolean; active?: boolean },
) =>
  inScope(deps.db, systemScope, async (trx) => {
    await trx
      .updateTable(kind === 'partner' ? 'partners' : 'tenants')
      .set(change)
      .where('id', '=', tenant_id)
      .execute()
  })
