import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DraftStep } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { stepPath } from '../api.ts'
import { rhythmTexts } from '../rhythm-texts.ts'
import { FirstRun } from './first-run.tsx'
import { NoDraft, Steps } from './steps.tsx'
import { useDraft, type OpenDraft } from './use-draft.ts'
import s from './save.module.css'

const texts = defineMessages({
  heading: { en: 'Save and run for the first time', de: 'Speichern und zum ersten Mal ausführen' },
  text: {
    en: 'Now it is made: what stands below can be changed afterwards like anything made by hand.',
    de: 'Jetzt wird es angelegt: Was unten steht, lässt sich danach ändern wie alles, was von OpenDraft entstanden ist.',
  },
  name: { en: 'Name of the integration', de: 'Name der Integration' },
  made: { en: 'What is made', de: 'Was angelegt wird' },
  connection: { en: 'Connection', de: 'Verbindung' },
  structures: { en: 'Data structures', de: 'Datenstrukturen' },
  mappings: { en: 'Mappings', de: 'Mappings' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  workflowText: { en: 'one, published · {rhythm}', de: 'einer, veröffentlicht · {rhythm}' },
  mappingText: {
    en: '{n, plural, one {one} other {#, one a table}}',
    de: '{n, plural, one {eines} other {#, eines je Tabelle}}',
  },
  rows: { en: 'Rows the first time', de: 'Zeilen beim ersten Mal' },
  about: { en: 'about {n}', de: 'etwa {n}' },
  left: { en: 'Left out', de: 'Weggelassen' },
  fields: {
    en: '{n, plural, =0 {nothing} one {# field} other {# fields}}',
    de: '{n, plural, =0 {nichts} one {# Feld} other {# Felder}}',
  },
  save: { en: 'Save and run', de: 'Speichern und ausführen' },
  wrong: { en: 'Something has to be decided first:', de: 'Vorher ist noch etwas zu entscheiden:' },
})

export function SaveIntegrationScreen() {
  const id = usePathParam('id')
  const hand = useDraft(id)
  // Once it is saved the draft is gone, and its id is that of the integration.
  const { data, isPending } = useQuery({
    queryKey: [`/integrations/${id}`],
    queryFn: ({ signal }) => api.get(`/integrations/${id}`, {}, { signal, quiet: true }),
    enabled: Boolean(hand.error),
    retry: false,
  })
  if (data) return <FirstRun integration={data.data} />
  if (hand.error && isPending) return <FormWaiting />
  if (!hand.draft) return <NoDraft hand={hand} />
  return <Save hand={{ ...hand, draft: hand.draft }} />
}

function Save({ hand }: { hand: OpenDraft }) {
  const t = useTexts(texts)
  const rhythms = useTexts(rhythmTexts)
  const { number } = useFormats()
  const navigate = useNavigate()
  const { draft, change, keep } = hand
  const { data } = draft
  const { busy, errors, send } = useSubmit(notifyRest)
  const save = () =>
    send(async () => {
      await keep()
      const { data: made } = await api.post(`/integration_drafts/${draft.id}/save`, { run: true })
      await refresh('/integrations', '/data_structures', '/mappings', '/workflows')
      await navigate({ to: stepPath(made.id, 'save') })
      await refresh('/integration_drafts')
    })
  const rows = data.tables.reduce((sum, table) => sum + (table.rows ?? 0), 0)
  const left = data.tables.reduce(
    (sum, { fields }) => sum + fields.filter(({ treatment }) => treatment === 'leave_out').length,
    0,
  )
  const { label: ofLabel, ...others } = errors
  return (
    <Steps
      current="save"
      draft={draft}
      heading={t.heading()}
      text={t.text()}
      onNext={save}
      busy={busy}
      finishLabel={t.save()}
    >
      <div className={s['parts']}>
        {Object.keys(others).length > 0 && (
          <Note tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
            <b>{t.wrong()}</b>
            <ul>
              {Object.entries(others).map(([place, said]) => (
                <li key={place}>
                  <Link to={stepPath(draft.id, stepOf(place))}>{said.join(' ')}</Link>
                </li>
              ))}
            </ul>
          </Note>
        )}
        <TextInput
          label={t.name()}
          required
          value={data.label}
          error={ofLabel?.join(' ')}
          onChange={(event) => {
            const label = event.currentTarget.value
            change((before) => ({ ...before, label }))
          }}
        />
        <Panel title={t.made()}>
          <Facts
            facts={[
              [t.connection(), draft.connection_label],
              [t.structures(), data.tables.map(({ stored_as }) => stored_as).join(', ')],
              [t.mappings(), t.mappingText({ n: data.tables.length })],
              [t.workflow(), t.workflowText({ rhythm: rhythms[data.rhythm]() })],
              [t.rows(), rows > 0 ? t.about({ n: number(rows) }) : '–'],
              [t.left(), t.fields({ n: left })],
            ]}
          />
        </Panel>
      </div>
    </Steps>
  )
}

/** Where what is wrong can be put right. */
const stepOf = (place: string): DraftStep => {
  if (place === 'connection_id') return 'loginDetails'
  if (place === 'tables') return 'selectData'
  return /\.(treatment|purpose)$/.test(place) || /^tables\.\d+$/.test(place)
    ? 'analyzeData'
    : /cursor_field$/.test(place)
      ? 'selectData'
      : 'tableConfig'
}
