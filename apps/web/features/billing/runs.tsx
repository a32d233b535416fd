import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { Button, Progress, SegmentedControl, Select } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPlay, IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { invoicesPath } from './account.ts'
import s from './billing.module.css'
import { BillingTabs } from './tabs.tsx'

const texts = defineMessages({
  title: { en: 'Billing', de: 'Abrechnung' },
  about: {
    en: 'A run goes through everybody with a contract and writes one invoice for a month, never two.',
    de: 'Ein Lauf geht alle durch, die einen Vertrag haben, und schreibt je Monat eine Rechnung, nie zwei.',
  },
  start: { en: 'New run', de: 'Neuer Lauf' },
  month: { en: 'Month', de: 'Monat' },
  mode: { en: 'What it does', de: 'Was er tut' },
  drafts: { en: 'Write drafts to review', de: 'Entwürfe zum Prüfen schreiben' },
  issue: { en: 'Issue and mail', de: 'Stellen und versenden' },
  go: { en: 'Start run', de: 'Lauf starten' },
  payers: {
    en: '{count, plural, =0 {Nobody has} one {One customer has} other {# customers have}} a contract that month.',
    de: '{count, plural, =0 {Niemand hat} one {Ein Kunde hat} other {# Kunden haben}} in diesem Monat einen Vertrag.',
  },
  without: {
    en: '{count, plural, one {One active tenant has} other {# active tenants have}} no contract and will not be invoiced: {names}',
    de: '{count, plural, one {Ein aktiver Mandant hat} other {# aktive Mandanten haben}} keinen Vertrag und {count, plural, one {wird} other {werden}} nicht abgerechnet: {names}',
  },
  runs: { en: 'Runs', de: 'Läufe' },
  outcome: { en: 'Outcome', de: 'Ergebnis' },
  begun: { en: 'Begun', de: 'Begonnen' },
  by: { en: 'By', de: 'Von' },
  schedule: { en: 'by itself', de: 'von selbst' },
  running: { en: 'Running', de: 'Läuft' },
  done: { en: 'Done', de: 'Fertig' },
  failed: { en: 'Failed', de: 'Gescheitert' },
  progress: { en: '{done} of {total}', de: '{done} von {total}' },
  invoices: { en: 'Invoices', de: 'Rechnungen' },
  nothing: { en: 'Nothing due', de: 'Nichts fällig' },
  there: { en: 'Were there', de: 'Schon da' },
  problems: { en: 'Not possible', de: 'Nicht möglich' },
  problemsOf: { en: 'Not invoiced for {month}', de: 'Nicht abgerechnet für {month}' },
  none: { en: 'No run yet', de: 'Noch kein Lauf' },
})

type Run = ListRow<'/invoice_runs'>
const path = '/invoice_runs'
const tones = { running: 'blue', done: 'green', failed: 'red' } as const

/** Runs of invoices: starting one for a month, its progress, and who could not be invoiced and why. */
export function InvoiceRunsScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const language = useLanguage()
  const read = useLabel()
  const may = useMay()
  const [busy, setBusy] = useState(true)
  const list = useList(path, { perPage: 10, ...(busy && { refetchInterval: 1_500 }) })
  const running = list.rows.some(({ status }) => status === 'running')
  useEffect(() => {
    setBusy(running)
    if (!running) void refresh(invoicesPath)
  }, [running])
  const month = useMemo(
    () => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    [language],
  )
  const nameOf = (run: Run) => month.format(new Date(run.period))
  const columns: Column<Run>[] = [
    { key: 'period', title: t.month(), sortable: false, fixed: true, cell: nameOf },
    { key: 'mode', title: t.mode(), sortable: false, cell: (run) => t[run.mode]() },
    {
      key: 'status',
      title: t.outcome(),
      sortable: false,
      width: 190,
      cell: (run) =>
        run.status === 'running' ? (
          <Working run={run} />
        ) : (
          <StatusDot tone={tones[run.status]}>{run.error ?? t[run.status]()}</StatusDot>
        ),
    },
    { key: 'invoices', title: t.invoices(), sortable: false, end: true, cell: (run) => formats.number(run.invoices) },
    {
      key: 'nothing_due',
      title: t.nothing(),
      sortable: false,
      end: true,
      cell: (run) => formats.number(run.nothing_due),
    },
    {
      key: 'already_there',
      title: t.there(),
      sortable: false,
      end: true,
      cell: (run) => formats.number(run.already_there),
    },
    {
      key: 'problems',
      title: t.problems(),
      sortable: false,
      end: true,
      cell: (run) => formats.number(run.problems.length),
    },
    {
      key: 'started_by',
      title: t.by(),
      sortable: false,
      cell: (run) => (run.started_by === 'schedule' ? t.schedule() : run.started_by),
    },
    { key: 'created_at', title: t.begun(), sortable: false, cell: (run) => <Ago at={run.created_at} /> },
  ]
  const last = list.rows[0]
  return (
    <Page title={t.title()} subtitle={t.about()} tabs={<BillingTabs of="settings" />}>
      <div className="stack" style={{ maxWidth: 1160 }}>
        {may('billing.run') && <Start running={running} />}
        {last && last.problems.length > 0 && (
          <Panel title={t.problemsOf({ month: nameOf(last) })}>
            <ul className={s['documents']}>
              {last.problems.map(({ tenant_id, partner_id, name, reason }) => (
                <li key={tenant_id ?? partner_id}>
                  <Link
                    to={tenant_id ? `/admin/clients/${tenant_id}/billing` : `/admin/partners/${partner_id}/billing`}
                  >
                    <b>{name}</b>
                  </Link>
                  <span className="muted">{read(reason)}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel title={t.runs()} bleed>
          <DataTable
            label={t.runs()}
            list={list}
            columns={columns}
            rowId={(run) => run.id}
            rowName={nameOf}
            empty={<EmptyState icon={IconReceipt2} title={t.none()} />}
            bare
          />
        </Panel>
      </div>
    </Page>
  )
}

function Working({ run: { done, total } }: { run: Run }) {
  const t = useTexts(texts)
  return (
    <span style={{ display: 'grid', gap: 4 }}>
      <span>{t.progress({ done, total })}</span>
      <Progress size="sm" value={total === 0 ? 0 : (done / total) * 100} aria-label={t.progress({ done, total })} />
    </span>
  )
}

function Start({ running }: { running: boolean }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const months = useMemo(() => {
    const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const now = new Date()
    return Array.from(
      { length: 12 },
      (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - i, 1)),
    ).map((date) => ({ value: date.toISOString().slice(0, 7), label: name.format(date) }))
  }, [language])
  const [month, setMonth] = useState(months[0]!.value)
  const [mode, setMode] = useState<Run['mode']>('drafts')
  const { send, errorAt } = useSubmit(allAt('month'))
  const { data } = useQuery({
    queryKey: [`${path}/outlook`, month],
    queryFn: ({ signal }) => api.get(`${path}/outlook`, { month }, { signal }).then(({ data }) => data),
  })
  const start = () =>
    send(async () => {
      await api.post(path, { month, mode })
      await refresh(path)
    })
  const problem = data?.problem ?? errorAt('month')
  const without = data?.without_contract ?? []
  return (
    <Panel title={t.start()}>
      <div className={s['form']}>
        {problem && (
          <Note tone="amber" icon={<IconAlertTriangle size={16} />}>
            {problem}
          </Note>
        )}
        <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap', alignItems: 'end' }}>
          <Select
            label={t.month()}
            w={190}
            allowDeselect={false}
            data={months}
            value={month}
            onChange={(next) => setMonth(next ?? month)}
          />
          <SegmentedControl
            aria-label={t.mode()}
            value={mode}
            onChange={(next) => setMode(next)}
            data={[
              { value: 'drafts', label: t.drafts() },
              { value: 'issue', label: t.issue() },
            ]}
          />
          <Button
            leftSection={<IconPlayerPlay size={15} />}
            loading={running}
            disabled={!data || data.problem !== null || data.payers === 0}
            onClick={() => void start()}
          >
            {t.go()}
          </Button>
        </div>
        {data && <p className="muted">{t.payers({ count: data.payers })}</p>}
        {without.length > 0 && (
          <p className="muted">
            {t.without({
              count: without.length,
              names:
                without
                  .slice(0, 12)
                  .map(({ name }) => name)
                  .join(', ') + (without.length > 12 ? ' …' : ''),
            })}
          </p>
        )}
      </div>
    </Panel>
  )
}
