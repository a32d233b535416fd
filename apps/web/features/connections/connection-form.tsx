import { Button, NumberInput, Select, Switch, TextInput, Textarea } from '@mantine/core'
import { connection as resource } from '@weft/catalogue/resources/connection/connection.ts'
import { directly, type Way } from '@weft/kit/connections/way.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam, useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { SettingsForm, withoutUntyped } from '@weft/kit/ui/settings-form.tsx'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { home, useConnectors, type Connection, type ConnectorHere } from './api.ts'
import s from './connections.module.css'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { nameFrom } from './name-from.ts'
import { ReachedPanel } from './reached.tsx'
import { SystemTile } from './system-tile.tsx'
import { TestPanel } from './test-panel.tsx'

const texts = defineMessages({
  create: { en: 'Create connection', de: 'Verbindung anlegen' },
  about: {
    en: 'Secrets are stored encrypted and are never shown again.',
    de: 'Geheimnisse werden verschlüsselt gespeichert und nie wieder angezeigt.',
  },
  kind: { en: 'Kind of system', de: 'Art des Systems' },
  project: { en: 'This project', de: 'Dieses Projekt' },
  tenant: { en: 'All projects', de: 'Alle Projekte' },
  signIn: { en: 'Address and sign-in', de: 'Adresse und Anmeldung' },
  stored: { en: 'Secrets left empty stay as they are.', de: 'Leer gelassene Geheimnisse bleiben, wie sie sind.' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  saved: { en: 'Connection saved', de: 'Verbindung gespeichert' },
  created: { en: 'Connection created', de: 'Verbindung angelegt' },
  unknown: { en: 'There is no connector of this name here', de: 'Einen Connector dieses Namens gibt es hier nicht' },
  unknownText: {
    en: 'It came with a plugin that this project does not use any more.',
    de: 'Er kam mit einem Plugin, das dieses Projekt nicht mehr verwendet.',
  },
})

export function ConnectionCreateScreen() {
  const connectors = useConnectors()
  const wanted = useSearchParam('connector')
  const [chosen, choose] = useState(wanted)
  const connector = connectors.find(({ key }) => key === chosen) ?? connectors[0]!
  return <Editor key={connector.key} connector={connector} choose={choose} />
}

export function ConnectionEditScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const connectors = useConnectors()
  const { data } = useEntry(`/connections/${id}`)
  if (!data) return <FormWaiting />
  const connector = connectors.find(({ key }) => key === data.row.connector)
  if (!connector) return <EmptyState title={t.unknown()} text={t.unknownText()} />
  return <Editor key={data.row.updated_at} connector={connector} stored={data.row} etag={data.etag} />
}

type Draft = Pick<Connection, 'label' | 'name' | 'description' | 'project_id' | 'per_minute' | 'active' | 'settings'> &
  Way
type Props = {
  connector: ConnectorHere
  /** Of a new connection: chooses another kind. */
  choose?: (key: string) => void
  stored?: Connection
  etag?: string | undefined
}

/** A connection and, beside it, what comes of trying it as it stands there. */
function Editor({ connector, choose, stored, etag }: Props) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const project_id = useSession((value) => value.project!.id)
  const begun: Draft = stored ?? {
    label: '',
    name: '',
    description: '',
    project_id,
    ...directly,
    per_minute: null,
    active: true,
    settings: connector.defaults,
  }
  const [changed, setChanged] = useState<Partial<Draft>>({})
  const draft = { ...begun, ...changed }
  const set = (change: Partial<Draft>) => setChanged({ ...changed, ...change })
  const { busy, errors, send, errorAt } = useSubmit(notifyRest)
  useUnsavedGuard(Object.keys(changed).length > 0 && !busy)
  const name = draft.name || nameFrom(draft.label)
  const way = { reach: draft.reach, agent_id: draft.agent_id, tunnel_connection_id: draft.tunnel_connection_id }
  const settings = withoutUntyped(draft.settings, connector.connector.secrets)
  const ofSettings = Object.fromEntries(
    Object.entries(errors).flatMap(([place, said]) =>
      place.startsWith('settings.') ? [[place.slice('settings.'.length), said]] : [],
    ),
  )

  const save = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      const { name: _, ...changes } = changed
      const { data } = stored
        ? await api.put(
            `/connections/${stored.id}`,
            { ...changes, ...(changed.settings && { settings }) },
            etag ? { headers: { 'if-match': etag } } : {},
          )
        : await api.post('/connections', { ...draft, ...way, name, connector: connector.key, settings })
      setChanged({})
      toast({ title: stored ? t.saved() : t.created(), message: data.label, tone: 'green' })
      await refresh('/connections')
      void navigate({ to: `${home}/${data.id}` })
    })
  }
  return (
    <Page
      title={stored?.label ?? t.create()}
      subtitle={t.about()}
      icon={<SystemTile connector={connector} size={36} />}
    >
      <form noValidate onSubmit={save} className={s['editor']}>
        <div className={s['fields']}>
          <General
            draft={{ ...draft, name }}
            isNew={!stored}
            connector={connector}
            choose={choose}
            errors={errors}
            onChange={set}
          />
          <ReachedPanel way={way} connector={connector.connector} errorAt={errorAt} onChange={set} />
          <Panel title={t.signIn()} note={stored?.secrets_set.length ? t.stored() : undefined}>
            <SettingsForm
              schema={connector.connector.settings}
              labels={connector.connector.labels.fields}
              value={draft.settings}
              onChange={(settings) => set({ settings })}
              errors={ofSettings}
              secrets={connector.connector.secrets}
              paired
            />
            <ProviderSignIn settings={draft.settings} stored={stored} isSaved={!changed.settings} />
          </Panel>
          <div className="buttons">
            <Button variant="default" onClick={() => void navigate({ to: stored ? `${home}/${stored.id}` : home })}>
              {t.cancel()}
            </Button>
            <Button type="submit" loading={busy}>
              {stored ? t.save() : t.create()}
            </Button>
          </div>
        </div>
        <TestPanel connector={connector} settings={settings} way={way} stored={stored?.id} />
      </form>
    </Page>
  )
}

type GeneralProps = {
  draft: Draft
  isNew: boolean
  connector: ConnectorHere
  choose: ((key: string) => void) | undefined
  errors: Record<string, string[]>
  onChange: (change: Partial<Draft>) => void
}

/** What a connection is called, and who has it. Its kind and its name for workflows are chosen once. */
function General({ draft, isNew, connector, choose, errors, onChange }: GeneralProps) {
  const t = useTexts(texts)
  const read = useLabel()
  const connectors = useConnectors()
  const project_id = useSession((value) => value.project!.id)
  const words = (field: keyof Draft) => {
    const own = resource.labels.fields[field]
    const error = errors[field]?.join(' ')
    return 'label' in own
      ? { label: read(own.label), description: own.help && read(own.help), error }
      : { label: read(own), error }
  }
  return (
    <Panel title={read(resource.labels.one)}>
      <div className={s['general']}>
        <Select
          label={t.kind()}
          description={connector.help}
          allowDeselect={false}
          disabled={!isNew}
          searchable
          value={connector.key}
          onChange={(key) => key && choose?.(key)}
          data={connectors.map(({ key, title }) => ({ value: key, label: title }))}
        />
        <TextInput
          {...words('label')}
          required
          value={draft.label}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        <TextInput
          {...words('name')}
          required
          disabled={!isNew}
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Select
          {...words('project_id')}
          allowDeselect={false}
          value={draft.project_id ?? ''}
          onChange={(id) => onChange({ project_id: id || null })}
          data={[
            { value: project_id, label: t.project() },
            { value: '', label: t.tenant() },
          ]}
        />
        <Textarea
          {...words('description')}
          className={s['wide']}
          autosize
          value={draft.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <NumberInput
          {...words('per_minute')}
          className={s['wide']}
          hideControls
          value={draft.per_minute ?? ''}
          onChange={(value) => onChange({ per_minute: value === '' ? null : Number(value) })}
        />
        {!isNew && (
          <Switch
            {...words('active')}
            className={s['wide']}
            checked={draft.active}
            onChange={(event) => onChange({ active: event.currentTarget.checked })}
          />
        )}
      </div>
    </Panel>
  )
}
