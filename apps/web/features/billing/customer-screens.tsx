import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { TenantFrame } from '../tenants/tenant-frame.tsx'
import type { BillingAccount } from './account.ts'
import { Bookings } from './bookings.tsx'
import { Contracts } from './contracts.tsx'
import { ContractDocuments } from './documents.tsx'
import { UsagePanel } from './usage.tsx'

const texts = defineMessages({
  documents: { en: 'Contract documents', de: 'Vertragsdokumente' },
  bookings: { en: 'Bookings', de: 'Buchungen' },
})

/** All there is of a customer's account: contracts, papers, usage, and for the provider the books. */
export function CustomerAccount({
  account,
  subject,
}: {
  account: BillingAccount
  subject: { tenant_id?: string; partner_id?: string | null }
}) {
  const t = useTexts(texts)
  const provider = useSession((value) => value.user?.kind) === 'admin'
  return (
    <div className="stack" style={{ maxWidth: 1080 }}>
      <Contracts account={account} subject={subject} />
      <UsagePanel account={account} />
      <Panel title={t.documents()} bleed>
        <ContractDocuments account={account} bare />
      </Panel>
      {provider && (
        <Panel title={t.bookings()} bleed>
          <Bookings account={account} bare />
        </Panel>
      )}
    </div>
  )
}

export const TenantAccountScreen = () => (
  <TenantFrame>{({ id }) => <CustomerAccount account={{ tenant_id: id }} subject={{ tenant_id: id }} />}</TenantFrame>
)
