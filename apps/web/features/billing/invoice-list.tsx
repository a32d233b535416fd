import { formatsFor } from '@weft/engine/billing/formats.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { ListFilter } from '@weft/kit/ui/list-filter.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconFileInvoice } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { invoicesPath, type BillingAccount } from './account.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'

const texts = defineMessages({
  invoices: { en: 'Invoices', de: 'Rechnungen' },
  number: { en: 'Number', de: 'Nummer' },
  draft: { en: 'Draft', de: 'Entwurf' },
  cancellationOf: { en: 'Cancellation', de: 'Stornorechnung' },
  customer: { en: 'Customer', de: 'Kunde' },
  period: { en: 'Month', de: 'Monat' },
  issued: { en: 'Date', de: 'Datum' },
  due: { en: 'Due on', de: 'Fällig am' },
  net: { en: 'Net', de: 'Netto' },
  gross: { en: 'Total', de: 'Gesamtbetrag' },
  state: { en: 'State', de: 'Status' },
  all: { en: 'All', de: 'Alle' },
  open: { en: 'Open', de: 'Offen' },
  overdue: { en: 'Overdue', de: 'Überfällig' },
  paid: { en: 'Paid', de: 'Bezahlt' },
  cancelled: { en: 'Cancelled', de: 'Storniert' },
  settled: { en: 'Credited', de: 'Gutgeschrieben' },
  year: { en: 'Year', de: 'Jahr' },
  anyYear: { en: 'All years', de: 'Alle Jahre' },
  find: { en: 'Search invoices', de: 'Rechnungen suchen' },
  none: { en: 'No invoices yet', de: 'Noch keine Rechnungen' },
  noneText: {
    en: 'Invoices appear here when they are issued, and stay.',
    de: 'Rechnungen erscheinen hier, sobald sie gestellt sind, und bleiben.',
  },
})

type InvoiceRow = ListRow<typeof invoicesPath>
type InvoiceState = InvoiceRow['state']

const tones: Record<InvoiceState, Tone> = {
  draft: 'slate',
  open: 'amber',
  overdue: 'red',
  paid: 'green',
  cancelled: 'slate',
}

function InvoiceStateDot({ state, kind }: { state: InvoiceState; kind: InvoiceRow['kind'] }) {
  const t = useTexts(texts)
  return <StatusDot tone={tones[state]}>{kind === 'cancellation' ? t.settled() : t[state]()}</StatusDot>
}

export const useMoney = () => {
  const language = useLanguage()
  return (sum: string, currency: string) => formatsFor(language, currency).money(sum)
}

/** The archive of invoices: by state and year, each opening as one reads it, with its file. */
export function InvoiceList({ account, provider = false }: { account: BillingAccount; provider?: boolean }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const money = useMoney()
  const language = useLanguage()
  const navigate = useNavigate()
  const invoice = useSearchParam('invoice')
  const list = useList(invoicesPath, { filters: ['state', 'year'], query: account })
  const show = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, invoice: id }),
      replace: true,
    } as never)
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const nameOf = (row: InvoiceRow) => row.number ?? t.draft()
  const columns: Column<InvoiceRow>[] = [
    {
      key: 'number',
      title: t.number(),
      fixed: true,
      cell: (row) => <NameCell name={nameOf(row)} {...(row.kind === 'cancellation' && { note: t.cancellationOf() })} />,
    },
    ...(provider
      ? [{ key: 'recipient', title: t.customer(), sortable: false, cell: (row: InvoiceRow) => row.recipient }]
      : []),
    { key: 'period', title: t.period(), cell: (row) => month.format(new Date(row.period)) },
    { key: 'issued_on', title: t.issued(), cell: (row) => formats.date(row.issued_on) },
    { key: 'due_on', title: t.due(), cell: (row) => (row.kind === 'invoice' ? formats.date(row.due_on) : '–') },
    { key: 'net', title: t.net(), end: true, hidden: true, cell: (row) => money(row.net, row.currency) },
    { key: 'gross', title: t.gross(), end: true, cell: (row) => money(row.gross, row.currency) },
    {
      key: 'state',
      title: t.state(),
      sortable: false,
      cell: (row) => <InvoiceStateDot state={row.state} kind={row.kind} />,
    },
  ]
  const states = (['', ...(provider ? ['draft'] : []), 'open', 'overdue', 'paid', 'cancelled'] as const).map(
    (value) => ({ value, title: value === '' ? t.all() : t[value as InvoiceState]() }),
  )
  const now = new Date().getUTCFullYear()
  const years = [
    { value: '', label: t.anyYear() },
    ...Array.from({ length: 5 }, (_, i) => ({ value: String(now - i), label: String(now - i) })),
  ]
  return (
    <>
      <DataTable
        label={t.invoices()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={nameOf}
        onOpen={(row) => show(row.id)}
        find={t.find()}
        views={{ filter: 'state', options: states }}
        tools={<ListFilter list={list} name="year" label={t.year()} w={120} data={years} />}
        empty={<EmptyState icon={IconFileInvoice} title={t.none()} text={t.noneText()} />}
        remember="invoices"
      />
      {invoice && <InvoiceSheet id={invoice} provider={provider} onClose={() => show(undefined)} />}
    </>
  )
}
