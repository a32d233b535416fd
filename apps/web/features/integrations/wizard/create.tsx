import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { PanelRow } from '@weft/kit/ui/panel-row.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useConnectors } from '../../connections/api.ts'
import { home, stepPath } from '../api.ts'

const texts = defineMessages({
  title: { en: 'Create integration', de: 'Integration anlegen' },
  about: {
    en: 'Go on where you stopped, or begin anew.',
    de: 'Machen Sie weiter, wo Sie aufgehört haben, oder beginnen Sie neu.',
  },
  drafts: { en: 'Not finished', de: 'Nicht abgeschlossen' },
  unnamed: { en: 'Without a name', de: 'Ohne Namen' },
  tables: { en: '{n, plural, one {# table} other {# tables}}', de: '{n, plural, one {# Tabelle} other {# Tabellen}}' },
  goOn: { en: 'Go on', de: 'Weiter' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  sure: { en: 'Discard this draft?', de: 'Diesen Entwurf verwerfen?' },
  begin: { en: 'Begin a new one', de: 'Neu beginnen' },
})

/** Integrations that were begun and not saved; where there are none, the choice of a connector. */
export function CreateIntegrationScreen() {
  const t = useTexts(texts)
  const connector = useSearchParam('connector')
  const connectors = useConnectors()
  const { data } = useQuery({
    queryKey: ['/integration_drafts'],
    queryFn: ({ signal }) => api.get('/integration_drafts', {}, { signal, quiet: true }),
  })
  if (!data) return <FormWaiting />
  const start = `${home}/select-connector`
  if (data.data.length === 0 || connector)
    return <Navigate to={start} replace {...(connector && { search: { connector } as never })} />
  const discard = async (id: string) => {
    if (!(await confirm({ title: t.sure(), action: t.discard(), danger: true }))) return
    await api.delete(`/integration_drafts/${id}`)
    await refresh('/integration_drafts')
  }
  return (
    <Page
      title={t.title()}
      subtitle={t.about()}
      actions={
        <Button component={Link} to={start} leftSection={<IconPlus size={15} />}>
          {t.begin()}
        </Button>
      }
    >
      <Panel title={t.drafts()} bleed>
        {data.data.map((draft) => (
          <PanelRow
            key={draft.id}
            tone="violet"
            icon={<IconPencil size={16} />}
            title={draft.data.label || draft.connection_label || t.unnamed()}
            note={
              <>
                {connectors.find(({ key }) => key === draft.connector)?.title ?? draft.connector}
                {draft.data.tables.length > 0 && ` · ${t.tables({ n: draft.data.tables.length })}`} ·{' '}
                <Ago at={draft.updated_at} />
              </>
            }
            actions={
              <>
                <Button size="compact-sm" variant="subtle" onClick={() => void discard(draft.id)}>
                  {t.discard()}
                </Button>
                <Button size="compact-sm" variant="default" component={Link} to={stepPath(draft.id, draft.step)}>
                  {t.goOn()}
                </Button>
              </>
            }
          />
        ))}
      </Panel>
    </Page>
  )
}
