import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBuilding } from '@tabler/icons-react'
import { TenantFrame } from '../tenants/tenant-frame.tsx'
import { AccountSettings } from './account-settings.tsx'
import { Assignment } from './assignment.tsx'

const texts = defineMessages({
  title: { en: 'Settings', de: 'Einstellungen' },
  tenant: {
    en: 'What holds for this tenant in all its projects.',
    de: 'Was für diesen Mandanten in allen Projekten gilt.',
  },
  partner: { en: 'What holds for this partner.', de: 'Was für diesen Partner gilt.' },
  noTenant: { en: 'Please select a tenant first', de: 'Bitte wählen Sie zuerst einen Mandanten aus' },
  noPartner: { en: 'Please select a partner first', de: 'Bitte wählen Sie zuerst einen Partner aus' },
})

/** The settings of a tenant, as provider and partner see them. */
export function TenantSettingsScreen() {
  const may = useMay()
  const isProvider = useSession((value) => value.user?.kind === 'admin')
  return (
    <TenantFrame>
      {(tenant) => (
        <AccountSettings
          at="/clients"
          id={tenant.id}
          first={isProvider && may('tenants.update') && <Assignment tenant={tenant} />}
        />
      )}
    </TenantFrame>
  )
}

/** The tenant's own settings. */
export function OwnTenantSettingsScreen() {
  const t = useTexts(texts)
  const client = useSession((value) => value.client)
  return (
    <Page title={t.title()} subtitle={t.tenant()}>
      {client ? (
        <AccountSettings key={client.id} at="/clients" id={client.id} />
      ) : (
        <EmptyState icon={IconBuilding} title={t.noTenant()} />
      )}
    </Page>
  )
}

/** The partner's own settings. */
export function OwnPartnerSettingsScreen() {
  const t = useTexts(texts)
  const partner = useSession((value) => value.partner)
  return (
    <Page title={t.title()} subtitle={t.partner()}>
      {partner ? (
        <AccountSettings key={partner.id} at="/partners" id={partner.id} />
      ) : (
        <EmptyState icon={IconBuilding} title={t.noPartner()} />
      )}
    </Page>
  )
}
