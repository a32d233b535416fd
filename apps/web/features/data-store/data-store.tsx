import { Button } from '@mantine/core'
import { jobSettings } from '@weft/catalogue/resources/setting/jobs.ts'
import { retentionSettings } from '@weft/catalogue/resources/setting/retention.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList, useRows } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArchive, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SettingsPanel } from '../settings/settings-panel.tsx'

const texts = defineMessages({
  title: { en: 'Data store settings', de: 'Data-Store-Einstellungen' },
  about: { en: 'How long what jobs leave behind is kept.', de: 'Wie lange aufbewahrt wird, was Jobs hinterlassen.' },
  runs: { en: 'What was archived or deleted', de: 'Was archiviert oder gelöscht wurde' },
  runsNote: {
    en: 'Logs every six hours, jobs every hour; a line for each time there was something to do.',
    de: 'Protokolle alle sechs Stunden, Jobs jede Stunde; eine Zeile für jedes Mal, wenn etwas zu tun war.',
  },
  at: { en: 'When', de: 'Wann' },
  outcome: { en: 'Outcome', de: 'Ergebnis' },
  done: { en: 'Done', de: 'Erledigt' },
  jobs: { en: 'Jobs', de: 'Jobs' },
  jobLogs: { en: 'Log lines', de: 'Protokollzeilen' },
  mailLogs: { en: 'Mails', de: 'E-Mails' },
  auditLogs: { en: 'Audit entries', de: 'Prüfeinträge' },
  written: { en: 'Archives written', de: 'Archive geschrieben' },
  removed: { en: 'Archives deleted', de: 'Archive gelöscht' },
  archives: { en: 'Archives of the provider', de: 'Archive des Anbieters' },
  archivesNote: {
    en: 'The audit log and the mails of the installation, a file for each day.',
    de: 'Das Prüfprotokoll und die E-Mails der Installation, eine Datei je Tag.',
  },
  noArchives: { en: 'Nothing was archived yet.', de: 'Noch wurde nichts archiviert.' },
  file: { en: 'File', de: 'Datei' },
  day: { en: 'Day', de: 'Tag' },
  size: { en: 'Size', de: 'Größe' },
  download: { en: 'Download', de: 'Herunterladen' },
  downloadOne: { en: 'Download {name}', de: '{name} herunterladen' },
  none: { en: 'Nothing was old enough yet.', de: 'Noch war nichts alt genug.' },
})

type Run = ListRow<'/retention_runs'>

/** What is kept for how long, and what the retention has done. */
export function DataStoreScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div className="stack" style={{ maxWidth: 860 }}>
        <SettingsPanel group={retentionSettings} />
        <SettingsPanel group={jobSettings} />
        <Runs />
        <Archives />
      </div>
    </Page>
  )
}

function Runs() {
  const t = useTexts(texts)
  const formats = useFormats()
  const list = useList('/retention_runs', { perPage: 10 })
  const count = (
    key: 'jobs' | 'job_logs' | 'mail_logs' | 'audit_logs' | 'archives_written' | 'archives_removed',
    title: string,
  ): Column<Run> => ({
    key,
    title,
    end: true,
    sortable: false,
    cell: (run) => formats.number(run[key]),
  })
  const columns: Column<Run>[] = [
    {
      key: 'started_at',
      title: t.at(),
      sortable: false,
      fixed: true,
      cell: ({ started_at }) => <Ago at={started_at} />,
    },
    {
      key: 'error',
      title: t.outcome(),
      sortable: false,
      cell: ({ error }) => <StatusDot tone={error ? 'red' : 'green'}>{error ?? t.done()}</StatusDot>,
    },
    count('jobs', t.jobs()),
    count('job_logs', t.jobLogs()),
    count('mail_logs', t.mailLogs()),
    count('audit_logs', t.auditLogs()),
    count('archives_written', t.written()),
    count('archives_removed', t.removed()),
  ]
  return (
    <Panel title={t.runs()} note={t.runsNote()} bleed>
      <DataTable
        label={t.runs()}
        list={list}
        columns={columns}
        rowId={(run) => run.id}
        rowName={(run) => formats.exactTime(run.started_at)}
        empty={<EmptyState icon={IconArchive} title={t.none()} />}
        bare
      />
    </Panel>
  )
}

type Archive = ListRow<'/retention_archives'>

function Archives() {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['/retention_archives'],
    queryFn: ({ signal }) => api.get('/retention_archives', {}, { signal, quiet: true }),
  })
  const list = useRows(data?.data, {
    sort: '-day',
    perPage: 10,
    busy: isFetching && !data,
    error,
    reload: () => void refetch(),
  })
  const columns: Column<Archive>[] = [
    { key: 'name', title: t.file(), fixed: true, cell: ({ name }) => <span className="mono">{name}</span> },
    { key: 'day', title: t.day(), cell: ({ day }) => formats.date(day) },
    { key: 'size', title: t.size(), end: true, cell: ({ size }) => formats.bytes(size) },
    {
      key: 'download',
      title: '',
      sortable: false,
      cell: ({ name }) =>
        may('system.export') && (
          <Button
            size="xs"
            variant="subtle"
            aria-label={t.downloadOne({ name })}
            leftSection={<IconDownload size={14} />}
            onClick={() => void api.download(`/retention_archives/${name}`, {}, name)}
          >
            {t.download()}
          </Button>
        ),
    },
  ]
  return (
    <Panel title={t.archives()} note={t.archivesNote()} bleed>
      <DataTable
        label={t.archives()}
        list={list}
        columns={columns}
        rowId={(row) => row.name}
        rowName={(row) => row.name}
        empty={<EmptyState icon={IconArchive} title={t.noArchives()} />}
        bare
      />
    </Panel>
  )
}
