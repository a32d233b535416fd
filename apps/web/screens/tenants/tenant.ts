import { session, useSession } from '@weft/kit/ui/session.ts'
import type { JobStatusName } from '@weft/kit/ui/job-status.tsx'
import type { PersonData } from '../shared/person.tsx'

export type TenantStatus = 'created' | 'initializing' | 'initialized' | 'active' | 'deactivated' | 'deleting'

/** A tenant as the API lists it. */
export type Tenant = {
  id: string
  name: string
  short: string
  number: string | null
  workspace: string
  language: 'de' | 'en'
  email: string
  partner_id: string | null
  partner: { id: string; name: string | null } | null
  active: boolean
  initialized: boolean
  status: TenantStatus
  users: number
  last_job: { status: JobStatusName; created_at: string } | null
  created_at: string
  updated_at: string
  deleting_since: string | null
  logo: string | null
  provider_user_id: string | null
  provider_contact: PersonData | null
}

/** The same screens stand in the provider's area and in the partner's, at different addresses. */
export function useTenantHome() {
  const area = useSession((value) => value.area)
  return area === 'partner' ? '/partner/tenants' : '/admin/clients'
}

/** In the partner's area, whose tenants are shown; everywhere else all that may be seen. */
export const partnerShown = () => (session.get().area === 'partner' ? session.get().partner?.id : undefined)
