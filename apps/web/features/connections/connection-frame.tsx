import { Button } from '@mantine/core'
import type { Ability } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastDeleted } from '@weft/kit/ui/toast.tsx'
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HistoryButton } from '../shared/definition-history.tsx'
import { home, useConnectors, type Connection, type ConnectorHere } from './api.ts'
import { ConnectionState } from './state.tsx'
import { SystemTile } from './system-tile.tsx'

const texts = defineMessages({
  parts: { en: 'Parts of the connection', de: 'Teile der Verbindung' },
  overview: { en: 'Overview', de: 'Überblick' },
  tables: { en: 'Tables', de: 'Tabellen' },
  contents: { en: 'Contents', de: 'Inhalt' },
  test: { en: 'Test now', de: 'Jetzt prüfen' },
  edit: { en: 'Edit', de: 'Bearbeiten' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete the connection “{name}”?', de: 'Die Verbindung „{name}“ löschen?' },
  sureText: {
    en: 'Its sign-in is gone at once. While workflows use it, it stays.',
    de: 'Ihre Anmeldung ist sofort weg. Solange Workflows sie verwenden, bleibt sie.',
  },
  by: { en: '{connector} · set up by {name} on {day}', de: '{connector} · eingerichtet von {name} am {day}' },
  on: { en: '{connector} · set up on {day}', de: '{connector} · eingerichtet am {day}' },
  works: { en: '{name} answers', de: '{name} antwortet' },
  fails: { en: '{name} cannot be reached', de: '{name} ist nicht erreichbar' },
  tenant: { en: 'All projects', de: 'Alle Projekte' },
  failed: { en: 'The connection could not be loaded', de: 'Die Verbindung konnte nicht geladen werden' },
})

/** What a system can be asked for a list of, beside its tables. */
const listing = new Set<Ability>(['files', 'messages', 'mailbox'])

/** Around every page of a connection: what it is, how it is, and what can be done with it. */
export function ConnectionFrame({ id, fill = false, children }: { id: string; fill?: boolean; children: ReactNode }) {
  const t = useTexts(texts)
  const may = useMay()
  const connectors = useConnectors()
  const { data, error } = useEntry(`/connections/${id}`)
  if (error) return <EmptyState title={t.failed()} text={error.message} />
  if (!data) return <FormWaiting />
  const connection = data.row
  const connector = connectors.find(({ key }) => key === connection.connector)
  const provides = may('connections.run') ? (connector?.connector.provides ?? []) : []
  const parts = [
    ...(provides.includes('tables') ? [{ to: `${home}/${id}/tables`, title: t.tables() }] : []),
    ...(provides.some((one) => listing.has(one)) ? [{ to: `${home}/${id}/contents`, title: t.contents() }] : []),
  ]
  return (
    <Page
      title={connection.label}
      icon={<SystemTile connector={connector} size={40} />}
      badge={
        <>
          <ConnectionState {...connection} />
          {connection.project_id === null && <Badge tone="violet">{t.tenant()}</Badge>}
        </>
      }
      subtitle={<SetUp connection={connection} connector={connector} />}
      actions={<Actions connection={connection} />}
      tabs={
        parts.length > 0 && (
          <PageTabs label={t.parts()} tabs={[{ to: `${home}/${id}`, title: t.overview() }, ...parts]} />
        )
      }
      fill={fill}
      bleed={fill}
    >
      {children}
    </Page>
  )
}

function SetUp({ connection, connector }: { connection: Connection; connector: ConnectorHere | undefined }) {
  const t = useTexts(texts)
  const { date } = useFormats()
  const said = { connector: connector?.title ?? connection.connector, day: date(connection.created_at) }
  return (
    <>
      {connection.created_by_name ? t.by({ ...said, name: connection.created_by_name }) : t.on(said)}
      {' · '}
      <code className="mono">{connection.name}</code>
    </>
  )
}

function Actions({ connection: { id, label } }: { connection: Connection }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const { busy, send } = useSubmit(notifyRest)
  const test = () =>
    void send(async () => {
      const { data } = await api.post(`/connections/${id}/test`)
      const failed = data.steps.find(({ state }) => state === 'failed')
      toast({
        title: data.ok ? t.works({ name: label }) : t.fails({ name: label }),
        ...(failed?.detail && { message: failed.detail }),
        tone: data.ok ? 'green' : 'red',
      })
      await refresh('/connections')
    })
  const remove = async () => {
    if (!(await confirm({ title: t.sure({ name: label }), text: t.sureText(), action: t.remove(), danger: true })))
      return
    await api.delete(`/connections/${id}`)
    toastDeleted(label)
    await navigate({ to: home })
    await refresh('/connections')
  }
  return (
    <>
      <HistoryButton id={id} name={label} mayName={may('connections.update')} />
      {may('connections.delete') && (
        <Button variant="default" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
          {t.remove()}
        </Button>
      )}
      {may('connections.update') && (
        <Button variant="default" component={Link} to={`${home}/${id}/edit`} leftSection={<IconPencil size={15} />}>
          {t.edit()}
        </Button>
      )}
      {may('connections.run') && (
        <Button loading={busy} leftSection={<IconPlugConnected size={15} />} onClick={test}>
          {t.test()}
        </Button>
      )}
    </>
  )
}
