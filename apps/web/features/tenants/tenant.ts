import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import { session, useSession } from '@weft/kit/ui/session.ts'

export type TenantStatus = Tenant['status']

/** A tenant as the API lists it. */
export type TenantRow = ListRow<'/clients'>

/** A tenant as its own page knows it. */
export type Tenant = Answer<'GET', `/clients/${string}`>['data']

/** The same screens stand in the provider's area and in the partner's, at different addresses. */
export function useTenantHome() {
  const area = useSession((value) => value.area)
  return area === 'partner' ? '/partner/tenants' : '/admin/clients'
}

/** In the partner's area, whose tenants are shown; everywhere else all that may be seen. */
export const partnerShown = () => (session.get().area === 'partner' ? session.get().partner?.id : undefined)
