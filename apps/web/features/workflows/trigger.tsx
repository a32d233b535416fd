import { Button, Skeleton, Switch } from '@mantine/core'
import { IconBolt, IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { elements } from '@weft/catalogue/elements/all.ts'
import { readFlow, type FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { setSettings } from '@weft/kit/workflow-text/steps.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { queries, refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useState } from 'react'
import { codeKey, useWorkflowCode, type WorkflowHead } from './api.ts'
import { dropText } from './mode/open-text.ts'
import { renderSettings } from './mode/settings-of.tsx'
import { WorkflowPage } from './workflow-page.tsx'
import s from './workflows.module.css'

const texts = defineMessages({
  state: { en: 'Starting by itself', de: 'Selbsttätiger Start' },
  active: { en: 'Active', de: 'Aktiv' },
  activeHelp: {
    en: 'While it is off, the workflow starts only by hand.',
    de: 'Solange er aus ist, startet der Workflow nur von Hand.',
  },
  unpublished: {
    en: 'The workflow is a draft. Triggers work once it is published.',
    de: 'Der Workflow ist ein Entwurf. Auslöser wirken, sobald er veröffentlicht ist.',
  },
  next: { en: 'Next: {when}', de: 'Nächster Lauf: {when}' },
  last: { en: 'Last: {when}', de: 'Letzter Lauf: {when}' },
  save: { en: 'Save', de: 'Speichern' },
  saved: { en: 'Saved as version {version}', de: 'Als Version {version} gespeichert' },
  none: { en: 'No trigger yet', de: 'Noch kein Auslöser' },
  noneText: {
    en: 'Add one in the designer: by hand, on schedule, by webhook or after another workflow.',
    de: 'Fügen Sie im Designer einen hinzu: von Hand, nach Zeitplan, per Webhook oder nach einem anderen Workflow.',
  },
  design: { en: 'Open designer', de: 'Designer öffnen' },
  disabled: { en: 'disabled', de: 'deaktiviert' },
})

type Schedule = Answer<'GET', `/workflows/${string}/triggers`>['data']['schedules'][number]
const catalogue: ReadonlyMap<string, Element> = new Map(elements.map((element) => [element.key, element]))

/** What starts the workflow: each trigger's settings, and when it is due next. */
export const WorkflowTriggerScreen = () => (
  <WorkflowPage>{(id, head) => <TriggerSettings id={id} head={head} />}</WorkflowPage>
)

function TriggerSettings({ id, head }: { id: string; head: WorkflowHead | undefined }) {
  const t = useTexts(texts)
  const may = useMay()
  const { data: code } = useWorkflowCode(id)
  const { data } = useQuery({
    queryKey: [`/workflows/${id}/triggers`],
    queryFn: async ({ signal }) => (await api.get(`/workflows/${id}/triggers`, undefined, { signal })).data,
    refetchInterval: 30_000,
  })
  const [edited, edit] = useState<{ text: string; version: number }>()
  useUnsavedGuard(edited !== undefined)
  if (!code || !data || !head) return <Skeleton height={160} />
  const text = edited?.text ?? code.source
  const triggers = readFlow(text).flow.steps.filter((step) => catalogue.get(step.element)?.kind === 'trigger')

  const setActive = async (active: boolean) => {
    await api.put(`/workflows/${id}/triggers`, { active })
    await refresh('/workflows', `/workflows/${id}`)
  }
  const save = async () => {
    const { data: saved } = await api.put(`/workflows/${id}/code`, {
      source: text,
      version: edited?.version ?? code.version,
    })
    dropText(id)
    queries.setQueryData(codeKey(id), saved)
    edit(undefined)
    await refresh('/workflows', `/workflows/${id}`)
    toast({ title: t.saved({ version: saved.version }), tone: 'green' })
  }

  return (
    <div className={s['facts']}>
      <Panel title={t.state()}>
        <Switch
          label={t.active()}
          description={head.published ? t.activeHelp() : t.unpublished()}
          checked={data.active}
          disabled={!may('workflows.update')}
          onChange={(event) => void setActive(event.currentTarget.checked)}
        />
      </Panel>
      {triggers.length === 0 && (
        <EmptyState
          icon={IconBolt}
          title={t.none()}
          text={t.noneText()}
          action={
            <Button variant="default" component={Link} to={`/project/workflows/${id}/mode/build`}>
              {t.design()}
            </Button>
          }
        />
      )}
      {triggers.map((step) => (
        <Trigger
          key={step.id}
          step={step}
          schedule={data.schedules.find((one) => one.step === step.id)}
          onChange={(settings) =>
            edit({ text: setSettings(text, step.id, settings), version: edited?.version ?? code.version })
          }
        />
      ))}
      {edited && (
        <div>
          <Button leftSection={<IconDeviceFloppy size={15} />} onClick={() => void save()}>
            {t.save()}
          </Button>
        </div>
      )}
    </div>
  )
}

function Trigger({
  step,
  schedule,
  onChange,
}: {
  step: FlowStep
  schedule: Schedule | undefined
  onChange: (settings: Record<string, unknown>) => void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const formats = useFormats()
  const element = catalogue.get(step.element)!
  const note = [
    step.label && element.labels.title[language],
    step.disabled && t.disabled(),
    schedule?.next_at && t.next({ when: formats.timeIn(schedule.next_at, schedule.zone) }),
    schedule?.last_at && t.last({ when: formats.ago(schedule.last_at) }),
  ]
  return (
    <Panel title={step.label || element.labels.title[language]} note={note.filter(Boolean).join(' · ')}>
      <div className={s['trigger']}>
        <p className="muted">{element.labels.help[language]}</p>
        {renderSettings({ element, step, problems: {}, onChange })}
      </div>
    </Panel>
  )
}
