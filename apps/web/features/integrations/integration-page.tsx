import { Button, Menu, Radio, Select, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { newFieldRules, rhythms } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, Figures, Spark } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastDeleted } from '@weft/kit/ui/toast.tsx'
import { IconDots, IconGitCompare, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useConnectors, home as connectionsHome } from '../connections/api.ts'
import { SystemTile } from '../connections/system-tile.tsx'
import { home, type Integration } from './api.ts'
import { Health } from './health.tsx'
import { HeldRows } from './held-rows.tsx'
import s from './integration-page.module.css'
import { IntegrationTables } from './integration-tables.tsx'
import { newFieldTexts } from './new-field-texts.ts'
import { Runs } from './runs.tsx'
import { rhythmTexts } from './rhythm-texts.ts'

const texts = defineMessages({
  failed: { en: 'The integration could not be loaded', de: 'Die Integration konnte nicht geladen werden' },
  run: { en: 'Run now', de: 'Jetzt ausführen' },
  started: { en: 'The run is on its way', de: 'Der Lauf ist unterwegs' },
  compare: { en: 'Compare with the source', de: 'Mit der Quelle vergleichen' },
  pause: { en: 'Pause', de: 'Anhalten' },
  resume: { en: 'Resume', de: 'Fortsetzen' },
  remove: { en: 'Delete', de: 'Löschen' },
  more: { en: 'More actions', de: 'Weitere Aktionen' },
  sure: { en: 'Delete the integration “{name}”?', de: 'Die Integration „{name}“ löschen?' },
  sureText: {
    en: 'Its workflow goes with it. Connection, data structures, mappings and all records stay.',
    de: 'Ihr Workflow geht mit. Verbindung, Datenstrukturen, Mappings und alle Datensätze bleiben.',
  },
  rows: { en: 'Rows today', de: 'Zeilen heute' },
  fresh: { en: 'Last good run', de: 'Letzter guter Lauf' },
  next: { en: 'Next run', de: 'Nächster Lauf' },
  days: { en: 'Rows of 7 days', de: 'Zeilen in 7 Tagen' },
  by: { en: 'From {connection}, made by {name} on {day}', de: 'Aus {connection}, angelegt von {name} am {day}' },
  from: { en: 'From {connection}, made on {day}', de: 'Aus {connection}, angelegt am {day}' },
  made: { en: 'Made of', de: 'Besteht aus' },
  connection: { en: 'Connection', de: 'Verbindung' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  openWorkflow: { en: 'open', de: 'öffnen' },
  compared: { en: 'Compared', de: 'Verglichen' },
  settings: { en: 'How it stays up to date', de: 'Wie sie aktuell bleibt' },
  name: { en: 'Name', de: 'Name' },
  runs: { en: 'Runs', de: 'Läuft' },
  other: { en: '{rhythm}, set in the workflow', de: '{rhythm}, im Workflow festgelegt' },
  newFields: { en: 'When a new field comes up', de: 'Wenn ein neues Feld dazukommt' },
  saved: { en: 'Saved', de: 'Gespeichert' },
})

/** An integration as it runs: how it is, its tables, its runs, and what of it can be changed. */
export function IntegrationScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const { data, error } = useEntry(`/integrations/${id}`)
  useLive(undefined, (event) => {
    if (event.type === 'job') void refresh('/integrations')
  })
  if (error) return <EmptyState title={t.failed()} text={error.message} />
  if (!data) return <FormWaiting />
  return <Shown integration={data.row} />
}

function Shown({ integration }: { integration: Integration }) {
  const t = useTexts(texts)
  const connectors = useConnectors()
  const { number, ago, date } = useFormats()
  const { connection, created_by_name, created_at } = integration
  const said = { connection: connection?.label ?? '–', day: date(created_at) }
  return (
    <Page
      title={integration.label}
      icon={<SystemTile connector={connectors.find(({ key }) => key === connection?.connector)} size={40} />}
      badge={<Health row={integration} />}
      subtitle={created_by_name ? t.by({ ...said, name: created_by_name }) : t.from(said)}
      actions={<Actions integration={integration} />}
      bleed
    >
      <Figures
        figures={[
          { label: t.rows(), value: number(integration.rows_today) },
          { label: t.fresh(), value: ago(integration.fresh_at) },
          { label: t.next(), value: integration.state === 'paused' ? '–' : ago(integration.next_at) },
          {
            label: t.days(),
            value: number(integration.days.reduce((sum, rows) => sum + rows, 0)),
            spark: <Spark data={integration.days} tone="violet" />,
          },
        ]}
      />
      <div className={s['halves']}>
        <div className={s['column']}>
          <HeldRows integration={integration} />
          <IntegrationTables integration={integration} />
          <Runs integration={integration} />
        </div>
        <div className={s['column']}>
          <Settings key={integration.rhythm + integration.new_fields + integration.label} integration={integration} />
          <Panel title={t.made()}>
            <Facts
              facts={
                [
                  connection && [
                    t.connection(),
                    <Link key="c" to={`${connectionsHome}/${connection.id}`}>
                      {connection.label}
                    </Link>,
                  ],
                  [
                    t.workflow(),
                    <Link key="w" to={`/project/workflows/${integration.workflow_id}/mode/build`}>
                      {t.openWorkflow()}
                    </Link>,
                  ],
                  [t.compared(), ago(integration.compared_at)],
                ].filter((fact) => fact !== null) as never
              }
            />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

function Actions({ integration: { id, label, workflow_id, state } }: { integration: Integration }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const { busy, send } = useSubmit(notifyRest)
  const run = () =>
    void send(async () => {
      await api.post(`/workflows/${workflow_id}/run`, {})
      toast({ title: t.started(), tone: 'green' })
      await refresh('/integrations')
    })
  const setActive = (active: boolean) =>
    void send(async () => {
      await api.put(`/integrations/${id}`, { active })
      await refresh('/integrations')
    })
  const remove = async () => {
    if (!(await confirm({ title: t.sure({ name: label }), text: t.sureText(), action: t.remove(), danger: true })))
      return
    await send(async () => {
      await api.delete(`/integrations/${id}`)
      toastDeleted(label)
      await navigate({ to: home })
      await refresh('/integrations', '/workflows')
    })
  }
  return (
    <>
      {(may('workflows.update') || may('workflows.delete')) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" aria-label={t.more()} px={8}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {may('workflows.update') &&
              (state === 'paused' ? (
                <Menu.Item leftSection={<IconPlayerPlay size={15} />} onClick={() => setActive(true)}>
                  {t.resume()}
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<IconPlayerPause size={15} />} onClick={() => setActive(false)}>
                  {t.pause()}
                </Menu.Item>
              ))}
            {may('workflows.delete') && (
              <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
                {t.remove()}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {may('connections.run') && (
        <Button
          variant="default"
          component={Link}
          to={`${home}/${id}/changes`}
          leftSection={<IconGitCompare size={15} />}
        >
          {t.compare()}
        </Button>
      )}
      {may('workflows.run') && (
        <Button loading={busy} leftSection={<IconPlayerPlay size={15} />} onClick={run}>
          {t.run()}
        </Button>
      )}
    </>
  )
}

function Settings({ integration }: { integration: Integration }) {
  const t = useTexts(texts)
  const names = useTexts(rhythmTexts)
  const rules = useTexts(newFieldTexts)
  const may = useMay()
  const { errors, send } = useSubmit(notifyRest)
  const [label, setLabel] = useState(integration.label)
  const change = (changes: { rhythm?: 'hourly'; new_fields?: 'ask'; label?: string }) =>
    void send(async () => {
      await api.put(`/integrations/${integration.id}`, changes)
      toast({ title: t.saved(), tone: 'green' })
      await refresh('/integrations')
    })
  const disabled = !may('workflows.update')
  return (
    <Panel title={t.settings()}>
      <div className={s['settings']}>
        <TextInput
          label={t.name()}
          disabled={disabled}
          value={label}
          error={errors['label']?.join(' ')}
          onChange={(event) => setLabel(event.currentTarget.value)}
          onBlur={() => label !== integration.label && label.trim() !== '' && change({ label })}
        />
        <Select
          label={t.runs()}
          allowDeselect={false}
          disabled={disabled}
          value={integration.rhythm_key}
          placeholder={t.other({ rhythm: integration.rhythm })}
          onChange={(value) => value && change({ rhythm: value as 'hourly' })}
          data={rhythms.map((value) => ({ value, label: names[value]() }))}
        />
        <Radio.Group
          label={t.newFields()}
          value={integration.new_fields}
          onChange={(value) => change({ new_fields: value as 'ask' })}
        >
          {newFieldRules.map((rule) => (
            <Radio key={rule} size="xs" mt={8} disabled={disabled} value={rule} label={rules[rule]()} />
          ))}
        </Radio.Group>
      </div>
    </Panel>
  )
}
