import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { Meter } from './meter.tsx'
import { QueueList, SharedThings, StructureList } from './parts.tsx'
import s from './resources.module.css'
import type { Usage } from './usage.ts'

const texts = defineMessages({
  title: { en: 'Resources', de: 'Ressourcen' },
  about: {
    en: 'What this project may use, what it uses, and what it shares with others.',
    de: 'Was dieses Projekt nutzen darf, was es nutzt und was es mit anderen teilt.',
  },
  failed: { en: 'The figures could not be loaded.', de: 'Die Zahlen konnten nicht geladen werden.' },
  month: { en: 'This month', de: 'Dieser Monat' },
  since: { en: 'since {day}', de: 'seit {day}' },
  runs: { en: 'Runs', de: 'Läufe' },
  records: { en: 'Records', de: 'Datensätze' },
  ofProject: { en: '{count} of them in this project', de: 'davon {count} in diesem Projekt' },
  plan: { en: 'Plan: {name}', de: 'Tarif: {name}' },
  storage: { en: 'Storage', de: 'Speicher' },
  database: { en: 'Records of the tenant', de: 'Datensätze des Mandanten' },
  files: { en: 'Files of the tenant', de: 'Dateien des Mandanten' },
  taken: { en: 'Taken in all', de: 'Insgesamt belegt' },
  measured: { en: 'measured {when}', de: 'gemessen {when}' },
  notMeasured: { en: 'not measured yet', de: 'noch nicht gemessen' },
  where: { en: 'Files lie', de: 'Dateien liegen' },
  local: { en: 'in this installation', de: 'in dieser Installation' },
  ftp: { en: 'on an FTP server', de: 'auf einem FTP-Server' },
  sftp: { en: 'on an SFTP server', de: 'auf einem SFTP-Server' },
  limits: { en: 'Limits', de: 'Limits' },
  instances: { en: 'Instances of a queue', de: 'Instanzen einer Warteschlange' },
  memory: { en: 'Memory of a run', de: 'Arbeitsspeicher eines Laufs' },
  file: { en: 'Size of a file with data', de: 'Größe einer Datei mit Daten' },
  logs: { en: 'Logs are kept', de: 'Protokolle werden aufbewahrt' },
  days: { en: '{count, plural, one {# day} other {# days}}', de: '{count, plural, one {# Tag} other {# Tage}}' },
})

/** What a project may use, uses and shares, each figure with where it comes from. */
export function ResourcesScreen() {
  const t = useTexts(texts)
  const project = useSession((value) => value.project?.id)
  const { data, error } = useQuery({
    queryKey: ['/project_usage', project],
    queryFn: ({ signal }) => api.get('/project_usage', {}, { signal, quiet: true }).then(({ data }) => data),
    refetchInterval: 15_000,
  })
  return (
    <Page title={t.title()} subtitle={t.about()}>
      {error && !data && <Note tone="red">{t.failed()}</Note>}
      {data && (
        <div className={s['columns']}>
          <Month usage={data} />
          <Storage usage={data} />
          <QueueList queues={data.queues} />
          <div className={s['stack']}>
            {data.structures && <StructureList structures={data.structures} />}
            <Limits limits={data.limits} />
          </div>
          <SharedThings usage={data} />
        </div>
      )}
    </Page>
  )
}

function Month({ usage: { month } }: { usage: Usage }) {
  const t = useTexts(texts)
  const { number, date } = useFormats()
  const { plan } = month
  const ofProject = (count: number) => t.ofProject({ count: number(count) })
  return (
    <Panel title={t.month()} note={t.since({ day: date(month.from) })} actions={plan && t.plan({ name: plan.name })}>
      <div className={s['meters']}>
        <Meter
          name={t.runs()}
          value={month.tenant_runs}
          most={plan?.included_runs}
          shown={number}
          note={ofProject(month.runs)}
        />
        <Meter
          name={t.records()}
          value={month.tenant_records}
          most={plan?.included_records}
          shown={number}
          note={ofProject(month.records)}
        />
      </div>
    </Panel>
  )
}

function Storage({ usage: { storage, month } }: { usage: Usage }) {
  const t = useTexts(texts)
  const { bytes, ago } = useFormats()
  const { measured, kind } = storage
  const gb = month.plan?.included_gb
  return (
    <Panel title={t.storage()} note={measured ? t.measured({ when: ago(measured.at) }) : t.notMeasured()}>
      <div className={s['meters']}>
        {measured && (
          <Meter
            name={t.taken()}
            value={measured.database_bytes + measured.file_bytes}
            most={gb === undefined ? undefined : gb * 1e9}
            shown={bytes}
          />
        )}
        <Facts
          facts={[
            [t.database(), bytes(measured?.database_bytes)],
            [t.files(), bytes(measured?.file_bytes)],
            [t.where(), t[kind]()],
          ]}
        />
      </div>
    </Panel>
  )
}

function Limits({ limits }: { limits: Usage['limits'] }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  return (
    <Panel title={t.limits()}>
      <Facts
        facts={[
          [t.instances(), number(limits.instances)],
          [t.memory(), `${number(limits.memory)} MB`],
          [t.file(), `${number(limits.megabytes)} MB`],
          [t.logs(), t.days({ count: limits.log_days })],
        ]}
      />
    </Panel>
  )
}
