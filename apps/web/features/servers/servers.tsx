import { Button } from '@mantine/core'
import {
  databaseServerDraft,
  databaseServerLabels,
  engineNames,
} from '@weft/catalogue/resources/database-server/database-server.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { SettingsForm, withoutUntyped } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { IconPlus, IconServer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { useConnectionTest } from '../shared/connection-test.tsx'
import { documentServerTexts } from './document-server-texts.ts'
import { RegisteredServer } from './registered-server.tsx'
import { StorageServers } from './storage-servers.tsx'

const texts = defineMessages({
  title: { en: 'Server settings', de: 'Servereinstellungen' },
  about: {
    en: 'Where the databases of tenants are created. A new tenant gets the least used active server.',
    de: 'Wo die Datenbanken der Mandanten angelegt werden. Ein neuer Mandant erhält den am wenigsten belegten aktiven Server.',
  },
  list: { en: 'Database servers', de: 'Datenbankserver' },
  add: { en: 'Add server', de: 'Server hinzufügen' },
  none: { en: 'No database server yet', de: 'Noch kein Datenbankserver' },
  down: { en: 'Not reachable: {detail}', de: 'Nicht erreichbar: {detail}' },
  unknown: { en: 'Not looked at yet', de: 'Noch nicht geprüft' },
  up: { en: '{version}, {time}', de: '{version}, {time}' },
  load: {
    en: '{tenants, plural, =0 {no tenant} one {# tenant} other {# tenants}}, {databases, plural, =0 {no database} one {# database} other {# databases}}',
    de: '{tenants, plural, =0 {kein Mandant} one {# Mandant} other {# Mandanten}}, {databases, plural, =0 {keine Datenbank} one {# Datenbank} other {# Datenbanken}}',
  },
  connections: { en: '{free} of {most} connections free', de: '{free} von {most} Verbindungen frei' },
  looked: { en: 'looked at {time}', de: 'geprüft {time}' },
  save: { en: 'Save', de: 'Speichern' },
  sureText: {
    en: 'Only a server without databases can be deleted.',
    de: 'Nur ein Server ohne Datenbanken lässt sich löschen.',
  },
})

type Server = ListRow<typeof path>
type Health = NonNullable<Server['health']>
/** A password that is stored and not typed anew is only known to be set. */
type Entered = Omit<z.output<typeof databaseServerDraft>, 'password'> & { password: string | { set: boolean } }
const path = '/database_servers'

/** The database servers the provider has registered. */
export function ServersScreen() {
  const t = useTexts(texts)
  const [edited, setEdited] = useState<Server | 'new'>()
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }),
    refetchInterval: 30_000,
  })
  const add = (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
      {t.add()}
    </Button>
  )
  return (
    <Page title={t.title()} subtitle={t.about()} actions={add}>
      {data && data.data.length === 0 && <EmptyState icon={IconServer} title={t.none()} text={t.about()} />}
      {data && data.data.length > 0 && (
        <Panel title={t.list()} bleed>
          {data.data.map((server) => (
            <Row key={server.id} server={server} onEdit={() => setEdited(server)} />
          ))}
        </Panel>
      )}
      <div style={{ marginTop: 16 }}>
        <StorageServers />
      </div>
      {edited && <Edit server={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

const tones = { postgres: 'teal', mysql: 'blue', mongodb: 'violet' } as const

function Row({ server, onEdit }: { server: Server; onEdit: () => void }) {
  const t = useTexts(texts)
  const about = useTexts(documentServerTexts)
  const language = useLanguage()
  const trial = useConnectionTest(async () => {
    const { data } = await api.post(`${path}/${server.id}/test`)
    await refresh(path)
    return data
  })
  const note = (
    <>
      <span className="mono">
        {engineNames[server.engine][language]} · {server.username}@{server.host}:{server.port} · {t.load(server)}
      </span>
      <br />
      <ServerHealth health={server.health} />
      {server.engine === 'mongodb' && <div>{about.unproven()}</div>}
      {server.health?.separates_users === false && <StatusDot tone="amber">{about.together()}</StatusDot>}
    </>
  )
  return (
    <RegisteredServer
      path={path}
      server={server}
      tone={tones[server.engine]}
      icon={<IconServer size={18} stroke={1.7} />}
      title={server.name}
      note={note}
      sureText={t.sureText()}
      onEdit={onEdit}
      actions={trial.button}
    >
      {trial.result}
    </RegisteredServer>
  )
}

function ServerHealth({ health }: { health: Health | null }) {
  const t = useTexts(texts)
  const formats = useFormats()
  if (!health) return <StatusDot tone="slate">{t.unknown()}</StatusDot>
  if (!health.reachable) return <StatusDot tone="red">{t.down({ detail: health.detail ?? '' })}</StatusDot>
  const { connections, connections_most: most } = health
  const parts = [
    t.up({ version: health.version ?? '', time: formats.duration(health.latency_ms) }),
    formats.bytes(health.bytes),
    ...(connections !== null && most !== null ? [t.connections({ free: most - connections, most })] : []),
    t.looked({ time: formats.dateTime(health.checked_at) }),
  ]
  return (
    <StatusDot tone={connections !== null && most !== null && connections > most * 0.9 ? 'amber' : 'green'}>
      {parts.join(' · ')}
    </StatusDot>
  )
}

function Edit({ server, onClose }: { server: Server | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const [value, setValue] = useState<Entered>(
    server
      ? {
          name: server.name,
          engine: server.engine,
          host: server.host,
          port: server.port,
          username: server.username,
          password: { set: true },
          active: server.active,
        }
      : { name: '', engine: 'postgres', host: '', port: 5432, username: '', password: '', active: true },
  )
  const typed = typeof value.password === 'string' ? value.password : undefined
  const { busy, errors, send } = useSubmit()
  const save = () =>
    send(async () => {
      const body = withoutUntyped(value, ['password'])
      await (server ? api.put(`${path}/${server.id}`, body) : api.post(path, { ...value, password: typed }))
      toastSaved(value.name)
      await refresh(path)
      onClose()
    })
  const trial = useConnectionTest(async () => {
    const { name: _, active: __, password: ___, ...at } = value
    return (
      await api.post(`${path}/test`, {
        ...at,
        ...(typed !== undefined && { password: typed }),
        ...(server && { id: server.id }),
      })
    ).data
  })
  const shown = { ...value, password: typed ?? '' }
  return (
    <Dialog
      onClose={onClose}
      title={server?.name ?? t.add()}
      size={460}
      beside={trial.button}
      actions={
        <Button loading={busy} onClick={() => void save()}>
          {t.save()}
        </Button>
      }
    >
      <SettingsForm
        schema={databaseServerDraft}
        labels={databaseServerLabels.fields}
        value={server ? value : shown}
        onChange={setValue}
        errors={{ ...errors, ...trial.errors }}
        secrets={['password']}
      />
      {trial.result}
    </Dialog>
  )
}
