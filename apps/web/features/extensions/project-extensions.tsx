import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import s from './extensions.module.css'

const texts = defineMessages({
  title: { en: 'Extensions', de: 'Erweiterungen' },
  about: {
    en: 'What this project does without. What the provider has switched off stays off.',
    de: 'Worauf dieses Projekt verzichtet. Was der Anbieter abgeschaltet hat, bleibt abgeschaltet.',
  },
  off: { en: 'Switched off by the provider', de: 'Vom Anbieter abgeschaltet' },
})

const path = '/project_extensions'
type Extension = Answer<'GET', typeof path>['data'][number]

/** The extensions of the installation that the project may do without. */
export function ProjectExtensionsScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const project = useSession((value) => value.project?.id)
  const { data } = useQuery({
    queryKey: [path, project],
    queryFn: async ({ signal }) => (await api.get(path, {}, { signal })).data,
  })
  const use = async ({ key, title }: Extension, enabled: boolean) => {
    await api.put(`${path}/${key}`, { enabled })
    toastSaved(title)
    await refresh(path, '/project_plugins', '/workflow_elements/offer')
  }
  return (
    <Page title={t.title()} subtitle={t.about()}>
      {data && (
        <div style={{ maxWidth: 720 }}>
          <Panel title={t.title()} bleed>
            <ul className={s['list']}>
              {data.map((one) => (
                <li key={one.key}>
                  <span>
                    <b>{one.title}</b>
                    <small>{one.description}</small>
                    {!one.available && <small>{t.off()}</small>}
                  </span>
                  <Switch
                    aria-label={one.title}
                    checked={one.enabled}
                    disabled={!one.available || !may('projects.update')}
                    onChange={(event) => void use(one, event.currentTarget.checked)}
                  />
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </Page>
  )
}
