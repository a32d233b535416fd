import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { StatusDot, Tile } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconDatabase, IconFileDatabase, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TenantFrame } from './tenant-frame.tsx'
import s from './tenants.module.css'

const texts = defineMessages({
  title: { en: 'Database connections', de: 'Datenbankverbindungen' },
  tenant: { en: 'Records', de: 'Datensätze' },
  documents: { en: 'Documents: logs, payloads, debug data, mail archive, data lake', de: 'Dokumente: Protokolle, Nutzdaten, Debug-Daten, Mail-Archiv, Data Lake' },
  none: { en: 'No connection assigned yet', de: 'Noch keine Verbindung zugewiesen' },
  noneText: { en: 'Connections are assigned when the tenant is set up.', de: 'Verbindungen werden bei der Einrichtung des Mandanten zugewiesen.' },
  test: { en: 'Test connection', de: 'Verbindung testen' },
  works: { en: 'Connected: {version}, {time}', de: 'Verbunden: {version}, {time}' },
})

type Connection = { id: string; name: string; engine: string; host: string; port: number; database: string; username: string }
type Answer = { ok: boolean; version: string | null; message: string | null; detail: string | null; milliseconds: number }

/** The connections of a tenant; the server itself tries them, passwords stay where they are. */
export function TenantDatabasesScreen() {
  return <TenantFrame>{(tenant) => <Connections id={tenant.id} />}</TenantFrame>
}

/** Also those of a partner's place, which is called by his id. */
export function Connections({ id }: { id: string }) {
  const t = useTexts(texts)
  const path = `/clients/${id}/databases`
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get<{ data: Connection[] }>(path, {}, { signal }) })
  if (!data) return null
  if (data.data.length === 0) return <EmptyState icon={IconDatabase} title={t.none()} text={t.noneText()} />
  return (
    <Panel title={t.title()} bleed>
      {data.data.map((connection) => (
        <Row key={connection.id} path={path} connection={connection} />
      ))}
    </Panel>
  )
}

function Row({ path, connection }: { path: string; connection: Connection }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const documents = connection.name === 'documents'
  const test = async () => {
    setBusy(true)
    setAnswer(undefined)
    try {
      setAnswer((await api.post<Item<Answer>>(`${path}/${connection.name}/test`)).data)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={s['database']}>
      <Tile tone={documents ? 'violet' : 'teal'} size={32}>{documents ? <IconFileDatabase size={18} stroke={1.7} /> : <IconDatabase size={18} stroke={1.7} />}</Tile>
      <div>
        <b>{documents ? t.documents() : connection.name === 'tenant' ? t.tenant() : connection.name}</b>
        <small>
          {connection.name} · {connection.username}@{connection.host}:{connection.port}/{connection.database}
        </small>
      </div>
      <Button variant="default" loading={busy} leftSection={<IconPlugConnected size={15} />} onClick={() => void test()}>
        {t.test()}
      </Button>
      {answer && (
        <div className={s['answer']} role="status">
          <StatusDot tone={answer.ok ? 'green' : 'red'}>{answer.ok ? t.works({ version: answer.version ?? '', time: formats.duration(answer.milliseconds) }) : `${answer.message} ${answer.detail}`}</StatusDot>
        </div>
      )}
    </div>
  )
}
