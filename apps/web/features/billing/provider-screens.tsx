import { billingSettings } from '@weft/catalogue/resources/setting/billing.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { TwoLines } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { plan } from '@weft/catalogue/resources/plan/plan.ts'
import { IconContract, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { contractsPath } from './account.ts'
import { Bookings } from './bookings.tsx'
import type { Contract } from './contract.ts'
import { ContractStatus } from './contracts.tsx'
import { InvoiceList, useMoney } from './invoice-list.tsx'
import { BillingTabs } from './tabs.tsx'
import { ResourceScreen } from '../shared/resource-screen.tsx'
import { SettingsPanel } from '../settings/settings-panel.tsx'

const texts = defineMessages({
  title: { en: 'Billing', de: 'Abrechnung' },
  settings: {
    en: 'How invoices are numbered, taxed, paid and sent.',
    de: 'Wie Rechnungen nummeriert, besteuert, bezahlt und versendet werden.',
  },
  plans: {
    en: 'What contracts cost: a base fee, what is included, and the price of what goes beyond.',
    de: 'Was Verträge kosten: eine Grundgebühr, was enthalten ist, und der Preis für alles Weitere.',
  },
  then: { en: 'then {price} {per}', de: 'danach {price} {per}' },
  perRuns: { en: 'per 1,000', de: 'je 1.000' },
  perRecords: { en: 'per 1,000,000', de: 'je 1.000.000' },
  perGb: { en: 'per GB', de: 'je GB' },
  contracts: {
    en: 'Who pays for what. A contract is made on the page of its tenant or partner.',
    de: 'Wer wofür zahlt. Ein Vertrag entsteht auf der Seite seines Mandanten oder Partners.',
  },
  invoices: {
    en: 'All invoices: drafts to review, and what was issued.',
    de: 'Alle Rechnungen: Entwürfe zum Prüfen und alles Gestellte.',
  },
  bookings: {
    en: 'Invoices, cancellations and payments of all customers.',
    de: 'Rechnungen, Stornorechnungen und Zahlungen aller Kunden.',
  },
  contract: { en: 'Contract', de: 'Vertrag' },
  customer: { en: 'Covers', de: 'Gilt für' },
  allOthers: { en: 'the other tenants of {partner}', de: 'die übrigen Mandanten von {partner}' },
  pays: { en: 'Paid by', de: 'Zahlt' },
  plan: { en: 'Plan', de: 'Tarif' },
  start: { en: 'Began on', de: 'Beginn' },
  ends: { en: 'Ends on', de: 'Endet am' },
  status: { en: 'Status', de: 'Status' },
  all: { en: 'All', de: 'Alle' },
  active: { en: 'In force', de: 'Laufend' },
  cancelled: { en: 'Notice given', de: 'Gekündigt' },
  ended: { en: 'Ended', de: 'Beendet' },
  find: { en: 'Search contracts', de: 'Verträge suchen' },
  none: { en: 'No contracts yet', de: 'Noch keine Verträge' },
})

const home = '/admin/settings/billing'

export function BillingSettingsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.settings()} tabs={<BillingTabs of="settings" />}>
      <div className="stack" style={{ maxWidth: 860 }}>
        <SettingsPanel group={billingSettings} hide={['logo']} paired />
      </div>
    </Page>
  )
}

export function PlansScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const money = useMoney()
  const path = `/settings/${billingSettings.path}` as const
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }),
  })
  if (!data) return null
  const price = (sum: unknown) => money(String(sum), data.data.currency)
  const then = (included: string, sum: unknown, per: string) => (
    <TwoLines first={included} second={Number(sum) > 0 && t.then({ price: price(sum), per })} />
  )
  const cells: ComponentProps<typeof ResourceList>['cells'] = {
    base_fee: (row) => price(row['base_fee']),
    included_runs: (row) => then(formats.number(row['included_runs'] as number), row['run_price'], t.perRuns()),
    included_records: (row) =>
      then(formats.number(row['included_records'] as number), row['record_price'], t.perRecords()),
    included_gb: (row) => then(formats.number(row['included_gb'] as number), row['gb_price'], t.perGb()),
  }
  return (
    <ResourceList
      resource={plan}
      to={({ id }) => `${home}/plans/${id}`}
      createTo={`${home}/plans/create`}
      icon={IconTags}
      subtitle={t.plans()}
      tabs={<BillingTabs of="settings" />}
      cells={cells}
    />
  )
}

export const PlanScreen = () => <ResourceScreen resource={plan} home={`${home}/plans`} param="id" />
export const CreatePlanScreen = () => <ResourceScreen resource={plan} home={`${home}/plans`} />

export function ContractsScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const navigate = useNavigate()
  const list = useList(contractsPath, { filters: ['status'] })
  const covers = ({ tenant, partner }: Contract) => tenant?.name ?? t.allOthers({ partner: partner?.name ?? '' })
  const columns: Column<Contract>[] = [
    { key: 'number', title: t.contract(), sortable: false, fixed: true, cell: (row) => `V-${row.number}` },
    { key: 'tenant', title: t.customer(), sortable: false, cell: covers },
    { key: 'partner', title: t.pays(), sortable: false, cell: (row) => row.partner?.name ?? row.tenant?.name ?? '–' },
    { key: 'plan', title: t.plan(), sortable: false, cell: (row) => row.plan.name },
    { key: 'start_on', title: t.start(), sortable: false, cell: (row) => formats.date(row.start_on) },
    { key: 'ends_on', title: t.ends(), sortable: false, cell: (row) => formats.date(row.ends_on) },
    { key: 'status', title: t.status(), sortable: false, cell: (row) => <ContractStatus status={row.status} /> },
  ]
  const views = {
    filter: 'status',
    options: [
      { value: '', title: t.all() },
      { value: 'active', title: t.active() },
      { value: 'cancelled', title: t.cancelled() },
      { value: 'ended', title: t.ended() },
    ],
  }
  const open = ({ tenant, partner }: Contract) =>
    void navigate({ to: tenant ? `/admin/clients/${tenant.id}/account` : `/admin/partners/${partner!.id}/account` })
  return (
    <Page title={t.title()} subtitle={t.contracts()} tabs={<BillingTabs of="settings" />} fill bleed>
      <DataTable
        label={t.contract()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={covers}
        onOpen={open}
        find={t.find()}
        views={views}
        empty={<EmptyState icon={IconContract} title={t.none()} text={t.contracts()} />}
      />
    </Page>
  )
}

export function AllInvoicesScreen() {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <Page title={t.title()} subtitle={t.invoices()} tabs={<BillingTabs of="settings" />} fill bleed>
      {may('billing.view') && <InvoiceList account={{}} provider />}
    </Page>
  )
}

export function AllBookingsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.bookings()} tabs={<BillingTabs of="settings" />} fill bleed>
      <Bookings account={{}} />
    </Page>
  )
}
