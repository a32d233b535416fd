import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './where-used.module.css'

const texts = defineMessages({
  usedBy: { en: 'What uses it', de: 'Was es verwendet' },
  usedByNone: { en: 'Nothing else of the project uses it.', de: 'Nichts anderes im Projekt verwendet es.' },
  uses: { en: 'What it uses', de: 'Was es selbst verwendet' },
  usesNone: { en: 'It uses nothing else of the project.', de: 'Es verwendet nichts anderes im Projekt.' },
  elsewhere: {
    en: '{uses, plural, one {Once} other {# times}} in the project “{project}”',
    de: '{uses, plural, one {Einmal} other {#-mal}} im Projekt „{project}“',
  },
  gone: { en: 'No longer exists', de: 'Existiert nicht mehr' },
})
/** What kinds of things are called. */
export const kindTexts = defineMessages({
  project: { en: 'Project', de: 'Projekt' },
  queue: { en: 'Queue', de: 'Warteschlange' },
  connection: { en: 'Connection', de: 'Verbindung' },
  data_structure: { en: 'Data structure', de: 'Datenstruktur' },
  dynamic_model: { en: 'Dynamic model', de: 'Dynamisches Modell' },
  mapping: { en: 'Mapping', de: 'Mapping' },
  function: { en: 'Function', de: 'Funktion' },
  data_set: { en: 'Data set', de: 'Datenset' },
  insight: { en: 'Insight', de: 'Auswertung' },
  dashboard: { en: 'Dashboard', de: 'Übersicht' },
  query: { en: 'Query', de: 'Abfrage' },
  text_template: { en: 'Text template', de: 'Textvorlage' },
  workflow: { en: 'Workflow', de: 'Workflow' },
})

type Uses = Answer<'GET', `/definitions/${string}/uses`>['data']
type Thing = Uses['used_by'][number]

/** Where a thing of a kind is seen. */
export const screensOf: Partial<Record<Thing['kind'], (id: string) => string>> = {
  connection: (id) => `/project/integrations/connections/${id}`,
  data_structure: (id) => `/project/data-structures/${id}`,
  dynamic_model: (id) => `/project/dynamicModels/dynamicModel/${id}`,
  mapping: (id) => `/project/mappings/${id}/mapper`,
  function: (id) => `/project/functions/${id}`,
  data_set: (id) => `/project/data-sets/editor/${id}`,
  insight: (id) => `/project/insights/${id}`,
  dashboard: (id) => `/project/insights/dashboards/${id}`,
  text_template: (id) => `/project/text-templates/${id}/editor`,
  workflow: (id) => `/project/workflows/${id}/mode/build`,
}

export const readUses = async (id: string, signal?: AbortSignal) =>
  (await api.get(`/definitions/${id}/uses`, undefined, { quiet: true, ...(signal && { signal }) })).data

/** What uses a thing, and what it uses. */
export function WhereUsed({ id }: { id: string }) {
  const t = useTexts(texts)
  const { data } = useQuery({ queryKey: [`/definitions/${id}/uses`], queryFn: ({ signal }) => readUses(id, signal) })
  if (!data) return <Skeleton height={120} />
  return (
    <div className={s['both']}>
      <section>
        <h3>{t.usedBy()}</h3>
        {isUsed(data) ? (
          <Things things={data.used_by} elsewhere={data.elsewhere} />
        ) : (
          <p className="muted">{t.usedByNone()}</p>
        )}
      </section>
      <section>
        <h3>{t.uses()}</h3>
        {data.uses.length === 0 ? <p className="muted">{t.usesNone()}</p> : <Things things={data.uses} />}
      </section>
    </div>
  )
}

export const isUsed = ({ used_by, elsewhere }: Uses) => used_by.length > 0 || elsewhere.length > 0

/** Things with their kind, each a link to where it is seen, and how many other projects have. */
export function Things({ things, elsewhere = [] }: { things: readonly Thing[]; elsewhere?: Uses['elsewhere'] }) {
  const t = useTexts(texts)
  const words = useTexts(kindTexts)
  return (
    <ul className={s['things']}>
      {things.map(({ id, kind, name, is_gone }) => {
        const to = screensOf[kind]?.(id)
        return (
          <li key={id}>
            <Badge>{words[kind]()}</Badge>
            {to && !is_gone ? <Link to={to}>{name}</Link> : <span>{name}</span>}
            {is_gone && <Badge tone="red">{t.gone()}</Badge>}
          </li>
        )
      })}
      {elsewhere.map((one) => (
        <li key={one.project}>{t.elsewhere(one)}</li>
      ))}
    </ul>
  )
}
