import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import type { Crumb } from '@weft/kit/ui/crumbs.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTenantHome } from '../tenants/tenant.ts'

const texts = defineMessages({
  tenants: { en: 'Tenants', de: 'Mandanten' },
  security: { en: 'Security', de: 'Sicherheit' },
  list: { en: 'Whitelist', de: 'Whitelist' },
})

/** Whose lists a screen is about: the provider's own, or those of the tenant in the address. */
export function useWhitelistPlace() {
  const id = useOptionalPathParam('id')
  const whitelistId = useOptionalPathParam('whitelistId')
  const home = useTenantHome()
  const ofTenant = location.pathname.includes('/settings/system/') ? undefined : id
  return ofTenant
    ? {
        tenant: ofTenant,
        path: `/clients/${ofTenant}/whitelist` as const,
        page: `${home}/${ofTenant}/security/whitelist`,
        up: `${home}/${ofTenant}/security`,
        entry: whitelistId,
      }
    : {
        tenant: undefined,
        path: '/route_whitelists' as const,
        page: '/admin/settings/system/security/whitelist',
        up: '/admin/settings/system/security',
        entry: id,
      }
}

/** The way to a tenant's list, or to what is shown of it; the provider's is as declared. */
export function useWhitelistCrumbs(shown?: string): { crumbs?: Crumb[] } {
  const t = useTexts(texts)
  const home = useTenantHome()
  const { tenant, page, up } = useWhitelistPlace()
  const path = `/clients/${tenant}` as const
  const { data } = useQuery({
    queryKey: [path, 'page'],
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }).then(({ data }) => data),
    enabled: tenant !== undefined,
  })
  if (!tenant) return {}
  const way = [
    { title: t.tenants(), to: home },
    { title: data?.name ?? '', to: `${home}/${tenant}` },
    { title: t.security(), to: up },
  ]
  return { crumbs: shown === undefined ? way : [...way, { title: t.list(), to: page }, { title: shown }] }
}
