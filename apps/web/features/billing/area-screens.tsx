import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBuilding } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Requests } from '../help/support.tsx'
import { useAccount, type BillingAccount } from './account.ts'
import { Bookings } from './bookings.tsx'
import { Contracts } from './contracts.tsx'
import { ContractDocuments } from './documents.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { BillingTabs } from './tabs.tsx'
import { UsagePanel } from './usage.tsx'

const texts = defineMessages({
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
  contracts: { en: 'Contracts', de: 'Verträge' },
  invoices: {
    en: 'Every invoice that was issued, with its file. None of them ever changes.',
    de: 'Jede gestellte Rechnung mit ihrer Datei. Keine davon ändert sich je.',
  },
  methods: { en: 'How your invoices are paid.', de: 'Wie Ihre Rechnungen bezahlt werden.' },
  bookings: {
    en: 'What was invoiced and paid, and what is open.',
    de: 'Was berechnet und bezahlt wurde und was offen ist.',
  },
  ticketing: {
    en: 'Questions about invoices and payments, and what the provider answered.',
    de: 'Fragen zu Rechnungen und Zahlungen und was der Anbieter geantwortet hat.',
  },
  status: {
    en: 'Plan, term and notice, and what was used.',
    de: 'Tarif, Laufzeit und Kündigung und was genutzt wurde.',
  },
  documents: { en: 'Contracts and annexes to read and keep.', de: 'Verträge und Anlagen zum Lesen und Aufbewahren.' },
  partnerContracts: {
    en: 'Your contracts with the provider: your own, and those of tenants you pay for.',
    de: 'Ihre Verträge mit dem Anbieter: Ihre eigenen und die der Mandanten, für die Sie zahlen.',
  },
  usage: {
    en: 'What your tenants have used, as the basis for your own invoices.',
    de: 'Was Ihre Mandanten genutzt haben, als Grundlage Ihrer eigenen Rechnungen.',
  },
  none: { en: 'Please select whose account it is first', de: 'Bitte wählen Sie zuerst aus, um wessen Konto es geht' },
})

type Tabs = ComponentProps<typeof BillingTabs>['of']
type Frame = {
  title: string
  about: string
  tabs: Tabs
  list?: boolean
  children: (account: BillingAccount) => ReactNode
}

function AccountPage({ title, about, tabs, list = false, children }: Frame) {
  const t = useTexts(texts)
  const account = useAccount()
  const looks = list ? { fill: true, bleed: true } : {}
  return (
    <Page title={title} subtitle={about} tabs={<BillingTabs of={tabs} />} {...looks}>
      {account ? children(account) : <EmptyState icon={IconBuilding} title={t.none()} />}
    </Page>
  )
}

export function TenantInvoicesScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.accounting()} about={t.invoices()} tabs="tenantAccounting" list>
      {(account) => <InvoiceList account={account} />}
    </AccountPage>
  )
}

export function TenantPaymentMethodsScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.accounting()} about={t.methods()} tabs="tenantAccounting">
      {(account) => <PaymentMethods account={account} />}
    </AccountPage>
  )
}

export function TenantBookingsScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.accounting()} about={t.bookings()} tabs="tenantAccounting" list>
      {(account) => <Bookings account={account} />}
    </AccountPage>
  )
}

/** Questions about invoices are support requests of their own kind. */
export function TenantTicketingScreen() {
  const t = useTexts(texts)
  return (
    <Requests
      kind="billing"
      title={t.accounting()}
      about={t.ticketing()}
      tabs={<BillingTabs of="tenantAccounting" />}
    />
  )
}

export function TenantContractStatusScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.contracts()} about={t.status()} tabs="tenantContracts">
      {(account) => (
        <div className="stack">
          <Contracts account={account} />
          <UsagePanel account={account} />
        </div>
      )}
    </AccountPage>
  )
}

export function TenantContractDocumentsScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.contracts()} about={t.documents()} tabs="tenantContracts" list>
      {(account) => <ContractDocuments account={account} />}
    </AccountPage>
  )
}

export function PartnerContractsScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.contracts()} about={t.partnerContracts()} tabs="partnerAccounting">
      {(account) => (
        <div className="stack">
          <Contracts account={account} />
          <ContractDocuments account={account} bare />
        </div>
      )}
    </AccountPage>
  )
}

export function PartnerInvoicesScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.accounting()} about={t.invoices()} tabs="partnerAccounting" list>
      {(account) => <InvoiceList account={account} />}
    </AccountPage>
  )
}

export function PartnerBookingsScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.accounting()} about={t.bookings()} tabs="partnerAccounting" list>
      {(account) => <Bookings account={account} />}
    </AccountPage>
  )
}

export function PartnerPaymentMethodsScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.accounting()} about={t.methods()} tabs="partnerAccounting">
      {(account) => <PaymentMethods account={account} />}
    </AccountPage>
  )
}

export function PartnerUsageScreen() {
  const t = useTexts(texts)
  return (
    <AccountPage title={t.accounting()} about={t.usage()} tabs="partnerAccounting">
      {(account) => <UsagePanel account={account} />}
    </AccountPage>
  )
}
