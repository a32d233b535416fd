import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Avatar } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccountStatus } from './account-status.tsx'
import { useTenantHome, type Tenant } from './tenant.ts'

const texts = defineMessages({
  tenants: { en: 'Tenants', de: 'Mandanten' },
  gone: { en: 'This tenant could not be loaded', de: 'Dieser Mandant konnte nicht geladen werden' },
  tabs: { en: 'Sections of the tenant', de: 'Bereiche des Mandanten' },
  general: { en: 'General', de: 'Allgemein' },
  contact: { en: 'Contact', de: 'Kontakt' },
  billing: { en: 'Billing address', de: 'Rechnungsadresse' },
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
  account: { en: 'Contract and usage', de: 'Vertrag und Nutzung' },
  storage: { en: 'Storage', de: 'Speicher' },
  databases: { en: 'Databases', de: 'Datenbanken' },
  security: { en: 'Security', de: 'Sicherheit' },
  settings: { en: 'Settings', de: 'Einstellungen' },
})

function useTenant() {
  const id = usePathParam('id')
  const path = `/clients/${id}` as const
  return {
    id,
    path,
    ...useQuery({
      queryKey: [path, 'page'],
      queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }).then(({ data }) => data),
    }),
  }
}

/** Head and tabs of a tenant's page; `bleed` for a form that brings its own padding. */
export function TenantFrame({ bleed, children }: { bleed?: boolean; children: (tenant: Tenant) => ReactNode }) {
  const t = useTexts(texts)
  const may = useMay()
  const home = useTenantHome()
  const { id, data: tenant, error } = useTenant()
  if (error) return <EmptyState title={t.gone()} text={error.message} />
  const at = `${home}/${id}`
  const tabs = [
    { to: at, title: t.general() },
    { to: `${at}/contact`, title: t.contact() },
    ...(may('billing.view')
      ? [
          { to: `${at}/billing`, title: t.billing() },
          { to: `${at}/accounting`, title: t.accounting() },
          { to: `${at}/account`, title: t.account() },
        ]
      : []),
    ...(may('connections.view')
      ? [
          { to: `${at}/storage`, title: t.storage() },
          { to: `${at}/databases`, title: t.databases() },
        ]
      : []),
    { to: `${at}/security`, title: t.security() },
    { to: `${at}/settings`, title: t.settings() },
  ]
  return (
    <Page
      title={tenant?.name ?? ''}
      icon={tenant && <Avatar name={tenant.name} picture={tenant.logo} size={38} square />}
      subtitle={
        tenant && (
          <span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            <AccountStatus status={tenant.status} />· {tenant.workspace}
            {tenant.partner?.name && <> · {tenant.partner.name}</>}
          </span>
        )
      }
      crumbs={[{ title: t.tenants(), to: home }, { title: tenant?.name ?? '' }]}
      tabs={<PageTabs label={t.tabs()} tabs={tabs} />}
      {...(bleed && { bleed })}
    >
      {tenant && children(tenant)}
    </Page>
  )
}
