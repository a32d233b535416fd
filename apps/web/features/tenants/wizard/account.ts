import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { useTenantHome } from '../tenant.ts'

/** Where accounts of a kind are listed. */
export function useAccountHome(kind: AccountKind) {
  const tenants = useTenantHome()
  return kind === 'partner' ? '/admin/partners' : tenants
}

/** The list whose answers change with an account; one is made there. */
export const accountPaths = { tenant: '/clients', partner: '/partners' } as const satisfies Record<AccountKind, string>
