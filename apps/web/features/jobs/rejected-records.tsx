import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Cut, StatusDot } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import type { Tone } from '@weft/kit/ui/tones.ts'
import { IconCheck, IconMoodSmile, IconRefresh, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Job } from './job.ts'
import { RejectedRecord } from './rejected-record.tsx'
import { shownValue, type Rejected, type RejectedState } from './rejected.ts'
import s from './job-screen.module.css'

const texts = defineMessages({
  title: { en: 'Rejected records', de: 'Abgelehnte Datensätze' },
  step: { en: 'Step', de: 'Schritt' },
  field: { en: 'Field', de: 'Feld' },
  value: { en: 'Value', de: 'Wert' },
  reason: { en: 'Reason', de: 'Grund' },
  state: { en: 'State', de: 'Zustand' },
  open: { en: 'Open', de: 'Offen' },
  retrying: { en: 'Being tried again', de: 'Wird erneut versucht' },
  rejected_again: { en: 'Rejected again', de: 'Erneut abgelehnt' },
  resolved: { en: 'Resolved', de: 'Erledigt' },
  ignored: { en: 'Ignored', de: 'Ignoriert' },
  retry: { en: 'Try again', de: 'Erneut versuchen' },
  resolve: { en: 'Mark as resolved', de: 'Als erledigt markieren' },
  ignore: { en: 'Ignore', de: 'Ignorieren' },
  retried: {
    en: '{count, plural, one {One record is being tried again} other {# records are being tried again}}',
    de: '{count, plural, one {Ein Datensatz wird erneut versucht} other {# Datensätze werden erneut versucht}}',
  },
  marked: {
    en: '{count, plural, one {One record marked} other {# records marked}}',
    de: '{count, plural, one {Ein Datensatz markiert} other {# Datensätze markiert}}',
  },
  none: { en: 'No record was rejected', de: 'Kein Datensatz wurde abgelehnt' },
  find: { en: 'Search records and reasons', de: 'Datensätze und Gründe durchsuchen' },
  all: { en: 'All', de: 'Alle' },
})

const tones: Record<RejectedState, Tone> = {
  open: 'amber',
  retrying: 'blue',
  rejected_again: 'red',
  resolved: 'green',
  ignored: 'slate',
}

/** The records this job could not use, each with its reason; to be tried again, resolved or ignored. */
export function RejectedRecords({ job }: { job: Job }) {
  const t = useTexts(texts)
  const may = useMay()
  const [opened, setOpened] = useState<Rejected>()
  const list = useList('/record_errors', {
    query: { 'filter[job_id]': job.id },
    local: true,
    filters: ['state'],
    refetchInterval: 4_000,
  })
  const names = new Map(job.steps.map((step) => [step.step, step.label || step.step]))

  const retry = async (ids: string[]) => {
    await api.post('/record_errors/retry', { ids })
    toast({ title: t.retried({ count: ids.length }), tone: 'green' })
    await refresh('/record_errors', '/jobs')
  }
  const mark = async (ids: string[], state: 'resolved' | 'ignored') => {
    const { data } = await api.post('/record_errors/resolve', { ids, state })
    toast({ title: t.marked({ count: data.affected }), tone: 'green' })
    await refresh('/record_errors')
  }

  const columns = useMemo<Column<Rejected>[]>(
    () => [
      {
        key: 'reason',
        title: t.reason(),
        sortable: false,
        fixed: true,
        cell: (row) => <Cut width={320}>{row.reason}</Cut>,
      },
      {
        key: 'field',
        title: t.field(),
        sortable: false,
        cell: (row) => <span className="mono">{row.field ?? '–'}</span>,
      },
      {
        key: 'value',
        title: t.value(),
        sortable: false,
        cell: (row) => (row.value === null ? '–' : <Cut width={160}>{shownValue(row.value)}</Cut>),
      },
      { key: 'step', title: t.step(), sortable: false, cell: (row) => names.get(row.step) ?? row.step },
      {
        key: 'state',
        title: t.state(),
        sortable: false,
        cell: (row) => <StatusDot tone={tones[row.state]}>{t[row.state]()}</StatusDot>,
      },
    ],
    [t, job.steps],
  )
  return (
    <div className={s['list']}>
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.reason}
        onOpen={setOpened}
        find={t.find()}
        remember="rejected"
        views={{
          filter: 'state',
          options: [
            { value: '', title: t.all() },
            ...(['open', 'retrying', 'rejected_again', 'resolved', 'ignored'] as const).map((state) => ({
              value: state,
              title: t[state](),
            })),
          ],
        }}
        empty={<EmptyState small icon={IconMoodSmile} title={t.none()} />}
        bulk={
          may('jobs.run')
            ? (ids, clear) => (
                <>
                  <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconRefresh size={14} />}
                    onClick={() => void retry(ids).then(clear)}
                  >
                    {t.retry()}
                  </Button>
                  <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconCheck size={14} />}
                    onClick={() => void mark(ids, 'resolved').then(clear)}
                  >
                    {t.resolve()}
                  </Button>
                  <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconX size={14} />}
                    onClick={() => void mark(ids, 'ignored').then(clear)}
                  >
                    {t.ignore()}
                  </Button>
                </>
              )
            : undefined
        }
      />
      {opened && (
        <RejectedRecord
          key={opened.id}
          rejected={opened}
          step={names.get(opened.step) ?? opened.step}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}
