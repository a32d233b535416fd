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
  api_token?: string
  created_at: string
}
