import type { Health } from '../tenants/tenant-health.tsx'
import type { TenantStatus } from '../tenants/tenant.ts'

export const partnersHome = '/admin/partners'

/** A partner as the API lists it. */
export type Partner = {
  id: string
  name: string
  number: string | null
  abbreviation: string
  workspace: string
  email: string
  active: boolean
  initialized: boolean
  status: TenantStatus
  logo: string | null
  tenants: number
  users: number
  /** Of all its tenants together; none without tenants. */
  figures: {
    health: Health
    last_success_at: string | null
    failed_jobs: number
    open_errors: number
    waiting_since: string | null
    storage_bytes: number | null
  } | null
  api_token?: string
  created_at: string
}
