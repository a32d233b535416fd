import { useParams } from '@tanstack/react-router'
import { useTenantHome } from '../tenants/tenant.ts'

/** Whose lists a screen is about: the provider's own, or those of the tenant in the address. */
export function useWhitelistPlace() {
  const { id, whitelistId } = useParams({ strict: false }) as { id?: string; whitelistId?: string }
  const home = useTenantHome()
  const ofTenant = location.pathname.includes('/settings/system/') ? undefined : id
  return ofTenant
    ? { tenant: ofTenant, path: `/clients/${ofTenant}/whitelist`, page: `${home}/${ofTenant}/security/whitelist`, up: `${home}/${ofTenant}/security`, entry: whitelistId }
    : { tenant: undefined, path: '/route_whitelists', page: '/admin/settings/system/security/whitelist', up: '/admin/settings/system/security', entry: id }
}
