import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { WorkflowPage } from './workflow-page.tsx'
import s from './workflows.module.css'

const texts = defineMessages({
  uses: { en: 'What it uses', de: 'Was er verwendet' },
  usedBy: { en: 'Workflows that call it', de: 'Workflows, die ihn aufrufen' },
  usesNothing: {
    en: 'No step refers to anything else of the project.',
    de: 'Kein Schritt verweist auf etwas anderes im Projekt.',
  },
  usedByNobody: { en: 'No other workflow calls this one.', de: 'Kein anderer Workflow ruft diesen auf.' },
  gone: { en: 'No longer exists', de: 'Existiert nicht mehr' },
  step: { en: 'Step {step}', de: 'Schritt {step}' },
})
const kinds = defineMessages({
  data_structure: { en: 'Data structure', de: 'Datenstruktur' },
  mapping: { en: 'Mapping', de: 'Mapping' },
  data_set: { en: 'Data set', de: 'Datenset' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  dynamic_model: { en: 'Dynamic model', de: 'Dynamisches Modell' },
  workflow_token: { en: 'Workflow token', de: 'Workflow-Token' },
  user: { en: 'User', de: 'Benutzer' },
})
const screens: Record<string, (id: string) => string> = {
  data_structure: (id) => `/project/data-structures/${id}`,
  mapping: (id) => `/project/mappings/${id}/mapper`,
  data_set: (id) => `/project/data-sets/editor/${id}`,
  workflow: (id) => `/project/workflows/${id}/mode/build`,
  dynamic_model: (id) => `/project/dynamicModels/dynamicModel/${id}`,
  workflow_token: (id) => `/project/settings/workflowToken/${id}`,
}

/** What a workflow depends on and what depends on it, read from the steps themselves. */
export const WorkflowDependencyScreen = () => <WorkflowPage>{(id) => <Dependencies id={id} />}</WorkflowPage>

function Dependencies({ id }: { id: string }) {
  const t = useTexts(texts)
  const words = useTexts(kinds)
  const { data } = useQuery({
    queryKey: [`/workflows/${id}/dependencies`],
    queryFn: async ({ signal }) => (await api.get(`/workflows/${id}/dependencies`, undefined, { signal })).data,
  })
  if (!data) return <Skeleton height={160} />
  return (
    <div className={s['facts']}>
      <Panel title={t.uses()}>
        {data.uses.length === 0 && <p className="muted">{t.usesNothing()}</p>}
        <ul className={s['uses']}>
          {data.uses.map(({ kind, id: to, name, step }) => (
            <li key={`${step} ${to}`}>
              <Badge>{kind in words ? words[kind as keyof typeof words]() : kind}</Badge>
              {name === null ? (
                <Badge tone="red">{t.gone()}</Badge>
              ) : screens[kind] ? (
                <Link to={screens[kind](to)}>{name}</Link>
              ) : (
                name
              )}
              <small>{t.step({ step })}</small>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t.usedBy()}>
        {data.used_by.length === 0 && <p className="muted">{t.usedByNobody()}</p>}
        <ul className={s['uses']}>
          {data.used_by.map(({ id: from, label, step }) => (
            <li key={from + step}>
              <Link to={`/project/workflows/${from}/mode/build`}>{label}</Link>
              <small>{t.step({ step })}</small>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
