import type { CompanySection } from '@weft/kit/define/company.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBuilding } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BillingTabs } from '../billing/tabs.tsx'
import { OwnLogo } from '../account/own-logo.tsx'
import { TenantSection } from './tenant-screens.tsx'

const texts = defineMessages({
  title: { en: 'Company data', de: 'Unternehmensdaten' },
  about: {
    en: 'What partner and provider know of this company.',
    de: 'Was Partner und Anbieter über dieses Unternehmen wissen.',
  },
  tabs: { en: 'Sections', de: 'Bereiche' },
  general: { en: 'General', de: 'Allgemein' },
  contact: { en: 'Contact', de: 'Kontakt' },
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
  none: { en: 'Please select a tenant first', de: 'Bitte wählen Sie zuerst einen Mandanten aus' },
})

function Frame({ name, title, tabs }: { name: CompanySection; title: string; tabs: ReactNode }) {
  const t = useTexts(texts)
  const client = useSession((value) => value.client)
  return (
    <Page title={title} subtitle={t.about()} bleed tabs={tabs}>
      {client ? (
        <TenantSection
          key={client.id}
          tenant_id={client.id}
          name={name}
          {...(name === 'general' && { aside: <OwnLogo at="/clients" id={client.id} /> })}
        />
      ) : (
        <EmptyState icon={IconBuilding} title={t.none()} />
      )}
    </Page>
  )
}

function DataTabs() {
  const t = useTexts(texts)
  return (
    <PageTabs
      label={t.tabs()}
      tabs={[
        { to: '/tenant/data', title: t.general() },
        { to: '/tenant/data/contact', title: t.contact() },
      ]}
    />
  )
}

/** The tenant's own company data and invoice data, as the tenant may change them itself. */
export const CompanyDataScreen = () => <Frame name="general" title={useTexts(texts).title()} tabs={<DataTabs />} />
export const CompanyContactScreen = () => <Frame name="contact" title={useTexts(texts).title()} tabs={<DataTabs />} />
export const AccountingInformationScreen = () => (
  <Frame name="accounting" title={useTexts(texts).accounting()} tabs={<BillingTabs of="tenantAccounting" />} />
)
export const AccountingAddressScreen = () => (
  <Frame name="billing" title={useTexts(texts).accounting()} tabs={<BillingTabs of="tenantAccounting" />} />
)
