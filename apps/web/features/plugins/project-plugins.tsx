import { Button, Switch } from '@mantine/core'
import { IconAdjustments, IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Tile } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { Deliveries, Parts, PluginSettingsForm } from './parts.tsx'
import { projectPluginsPath, type ProjectPlugin } from './plugin.ts'
import { texts } from './texts.ts'
import s from './plugins.module.css'

/** The installed plugins: which of them the project uses, and with what settings. */
export function ProjectPluginsScreen() {
  const t = useTexts(texts)
  const project = useSession((value) => value.project?.id)
  const [opened, setOpened] = useState<string>()
  const { data } = useQuery({
    queryKey: [projectPluginsPath, project],
    queryFn: async ({ signal }) => (await api.get(projectPluginsPath, {}, { signal })).data,
  })
  const plugin = data?.find(({ id }) => id === opened)
  return (
    <Page title={t.title()} subtitle={t.projectAbout()}>
      {data?.length === 0 && <EmptyState icon={IconPuzzle} title={t.projectNone()} text={t.projectNoneText()} />}
      <ul className={s['cards']}>
        {data?.map((one) => (
          <li key={one.id}>
            <Card plugin={one} onOpen={() => setOpened(one.id)} />
          </li>
        ))}
      </ul>
      {plugin && <Details plugin={plugin} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

const change = async (id: string, body: { enabled?: boolean; settings?: Record<string, unknown> }) => {
  await api.put(`${projectPluginsPath}/${id}`, body)
  await refresh(projectPluginsPath, '/workflow_elements/offer', '/mapping_transformers')
}

function Card({
  plugin: { id, label, description, version, publisher, enabled, workflow_elements, transformers, event_subscribers },
  onOpen,
}: {
  plugin: ProjectPlugin
  onOpen: () => void
}) {
  const t = useTexts(texts)
  const may = useMay()
  const { busy, send } = useSubmit()
  const use = (wanted: boolean) => send(() => change(id, { enabled: wanted }))
  return (
    <article className={s['card']}>
      <Tile tone="violet" size={34}>
        <IconPuzzle size={19} />
      </Tile>
      <div>
        <h2>
          {label} <Badge>{version}</Badge>
        </h2>
        <p>{description}</p>
        <small>
          {publisher} · {t.elements()}: {workflow_elements.length} · {t.transformers()}: {transformers.length} ·{' '}
          {t.subscribers()}: {event_subscribers.length}
        </small>
      </div>
      <div className={s['cardActions']}>
        <Switch
          aria-label={t.use({ label })}
          checked={enabled}
          disabled={busy || !may('projects.update')}
          onChange={(event) => void use(event.currentTarget.checked)}
        />
        <Button variant="default" leftSection={<IconAdjustments size={15} />} onClick={onOpen}>
          {t.projectSettings()}
        </Button>
      </div>
    </article>
  )
}

function Details({ plugin, onClose }: { plugin: ProjectPlugin; onClose: () => void }) {
  const may = useMay()
  return (
    <Dialog onClose={onClose} title={plugin.label} size={760}>
      <div className="stack">
        {plugin.setting_fields.length > 0 && (
          <PluginSettingsForm
            plugin={plugin}
            save={(settings) => change(plugin.id, { settings })}
            disabled={!may('projects.update')}
          />
        )}
        <Parts plugin={plugin} />
        {plugin.event_subscribers.length > 0 && plugin.enabled && (
          <Deliveries path={projectPluginsPath} id={plugin.id} mayRepeat={may('projects.update')} />
        )}
      </div>
    </Dialog>
  )
}
