import { defineMessages } from '@weft/kit/messages/messages.ts'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { routeNamed } from '../../routes/addresses.ts'

const texts = defineMessages({ tabs: { en: 'Sections', de: 'Bereiche' } })

/** Pages that belong together, by the names of their addresses. */
const groups = {
  tenantAccounting: [
    'tenantAccountingInformation',
    'tenantAccountingAddress',
    'tenantAccountingInvoices',
    'tenantAccountingPaymentMethods',
    'tenantAccountingBookings',
    'tenantAccountingTicketing',
  ],
  tenantContracts: ['tenantContractsStatus', 'tenantContractsDocuments'],
  partnerAccounting: [
    'partnerAccountAccountingInvoices',
    'partnerAccountAccountingBookings',
    'partnerAccountAccountingPaymentMethods',
    'partnerAccountAccountingUsage',
    'partnerAccountContracts',
  ],
  settings: [
    'adminSettingsBilling',
    'adminSettingsBillingPlans',
    'adminSettingsBillingContracts',
    'adminSettingsBillingRuns',
    'adminSettingsBillingInvoices',
    'adminSettingsBillingBookings',
  ],
}

export function BillingTabs({ of }: { of: keyof typeof groups }) {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  if (!may('billing.view')) return null
  return (
    <PageTabs
      label={t.tabs()}
      tabs={groups[of].map((name) => routeNamed(name)!).map(({ path, title }) => ({ to: path, title: read(title) }))}
    />
  )
}
