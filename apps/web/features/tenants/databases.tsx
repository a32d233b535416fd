import { Button } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PanelRow } from '@weft/kit/ui/panel-row.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconDatabase, IconFileDatabase, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useConnectionTest } from '../shared/connection-test.tsx'
import { DatabaseMoves } from './database-moves.tsx'
import { TenantFrame } from './tenant-frame.tsx'

const texts = defineMessages({
  title: { en: 'Database connections', de: 'Datenbankverbindungen' },
  tenant: { en: 'Records', de: 'Datensätze' },
  documents: {
    en: 'Documents: logs, payloads, debug data, mail archive, data lake',
    de: 'Dokumente: Protokolle, Nutzdaten, Debug-Daten, Mail-Archiv, Data Lake',
  },
  none: { en: 'No connection assigned yet', de: 'Noch keine Verbindung zugewiesen' },
  noneText: {
    en: 'Connections are assigned when the tenant is set up.',
    de: 'Verbindungen werden bei der Einrichtung des Mandanten zugewiesen.',
  },
  rotate: { en: 'New password', de: 'Neues Passwort' },
  rotateSure: { en: 'Give this login a new password?', de: 'Diesem Zugang ein neues Passwort geben?' },
  rotateText: {
    en: 'The server gets a new password that nobody learns. Running jobs go on with it by themselves.',
    de: 'Der Server erhält ein neues Passwort, das niemand erfährt. Laufende Jobs arbeiten von selbst damit weiter.',
  },
  rotated: { en: 'The login has a new password', de: 'Der Zugang hat ein neues Passwort' },
})

type Connection = Answer<'GET', `/clients/${string}/databases`>['data'][number]

/** The connections of a tenant; the server itself tries them, passwords stay where they are. */
export function TenantDatabasesScreen() {
  return <TenantFrame>{(tenant) => <Connections id={tenant.id} />}</TenantFrame>
}

/** Also those of a partner's place, which is called by the partner's id. */
export function Connections({ id }: { id: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const path = `/clients/${id}/databases` as const
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }),
  })
  if (!data) return null
  if (data.data.length === 0) return <EmptyState icon={IconDatabase} title={t.none()} text={t.noneText()} />
  return (
    <div className="stack">
      <Panel title={t.title()} bleed>
        {data.data.map((connection) => (
          <Row key={connection.id} path={path} connection={connection} />
        ))}
      </Panel>
      {may('system.view') && (
        <DatabaseMoves id={id} server_id={data.data.find(({ name }) => name === 'tenant')?.server_id ?? null} />
      )}
    </div>
  )
}

function Row({ path, connection }: { path: `/clients/${string}/databases`; connection: Connection }) {
  const t = useTexts(texts)
  const { busy, send } = useSubmit()
  const may = useMay()
  const documents = connection.name === 'documents'
  const rotate = async () => {
    if (!(await confirm({ title: t.rotateSure(), text: t.rotateText(), action: t.rotate() }))) return
    await send(async () => {
      await api.post(`${path}/${connection.name}/rotate_password`)
      toast({ title: t.rotated(), message: connection.username, tone: 'green' })
      await refresh(path)
    })
  }
  const trial = useConnectionTest(async () => (await api.post(`${path}/${connection.name}/test`)).data)
  const Icon = documents ? IconFileDatabase : IconDatabase
  return (
    <PanelRow
      tone={documents ? 'violet' : 'teal'}
      icon={<Icon size={18} stroke={1.7} />}
      title={documents ? t.documents() : connection.name === 'tenant' ? t.tenant() : connection.name}
      note={
        <span className="mono">{`${connection.name} · ${connection.username}@${connection.host}:${connection.port}/${connection.database}`}</span>
      }
      actions={
        <>
          {trial.button}
          {may('tenants.update') && connection.server_id && (
            <Button variant="default" loading={busy} leftSection={<IconKey size={15} />} onClick={() => void rotate()}>
              {t.rotate()}
            </Button>
          )}
        </>
      }
    >
      {trial.result}
    </PanelRow>
  )
}
