import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconReceipt } from '@tabler/icons-react'
import { bookingsPath, type BillingAccount } from './account.ts'
import { useMoney } from './invoice-list.tsx'

const texts = defineMessages({
  bookings: { en: 'Bookings', de: 'Buchungen' },
  on: { en: 'Date', de: 'Datum' },
  what: { en: 'Booking', de: 'Buchung' },
  invoice: { en: 'Invoice {number}', de: 'Rechnung {number}' },
  cancellation: { en: 'Cancellation {number}', de: 'Stornorechnung {number}' },
  payment: { en: 'Payment for {number}', de: 'Zahlung zu {number}' },
  paymentAlone: { en: 'Payment', de: 'Zahlung' },
  due: { en: 'Due on', de: 'Fällig am' },
  owed: { en: 'Owed', de: 'Soll' },
  paid: { en: 'Paid', de: 'Haben' },
  balance: { en: 'Balance', de: 'Saldo' },
  none: { en: 'No bookings yet', de: 'Noch keine Buchungen' },
  noneText: {
    en: 'Invoices, cancellations and payments appear here with what is still open.',
    de: 'Rechnungen, Stornorechnungen und Zahlungen erscheinen hier mit dem, was noch offen ist.',
  },
})

type Booking = ListRow<typeof bookingsPath>

/** Invoices, cancellations and payments, the latest first, each with the balance after it. */
export function Bookings({ account, bare = false }: { account: BillingAccount; bare?: boolean }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const money = useMoney()
  const list = useList(bookingsPath, { query: account, ...(bare && { local: true, perPage: 10 }) })
  const nameOf = ({ kind, number }: Booking) =>
    kind === 'payment'
      ? number === null
        ? t.paymentAlone()
        : t.payment({ number })
      : t[kind]({ number: number ?? '' })
  const columns: Column<Booking>[] = [
    { key: 'booked_on', title: t.on(), sortable: false, cell: (row) => formats.date(row.booked_on) },
    {
      key: 'kind',
      title: t.what(),
      sortable: false,
      fixed: true,
      cell: (row) => (row.note ? `${nameOf(row)} · ${row.note}` : nameOf(row)),
    },
    {
      key: 'due_on',
      title: t.due(),
      sortable: false,
      cell: (row) => (row.kind === 'invoice' ? formats.date(row.due_on) : '–'),
    },
    {
      key: 'owed',
      title: t.owed(),
      end: true,
      sortable: false,
      cell: (row) => (row.amount.startsWith('-') ? '' : money(row.amount, row.currency)),
    },
    {
      key: 'paid',
      title: t.paid(),
      end: true,
      sortable: false,
      cell: (row) => (row.amount.startsWith('-') ? money(row.amount.slice(1), row.currency) : ''),
    },
    {
      key: 'balance',
      title: t.balance(),
      end: true,
      sortable: false,
      cell: (row) => <b>{money(row.balance, row.currency)}</b>,
    },
  ]
  return (
    <DataTable
      label={t.bookings()}
      list={list}
      columns={columns}
      rowId={(row) => `${row.kind}${row.id}`}
      rowName={nameOf}
      empty={<EmptyState icon={IconReceipt} title={t.none()} text={t.noneText()} />}
      bare={bare}
    />
  )
}
