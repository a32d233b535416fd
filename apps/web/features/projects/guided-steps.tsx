import { Button } from '@mantine/core'
import type { GuideAnswer } from '@weft/contracts/guided-steps.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { mayOpen } from '../../routes/guards.ts'
import { jobPath } from '../jobs/job.ts'
import { FirstSteps } from '../shared/first-steps.tsx'
import { showGuide, useGuide } from './guide.ts'
import s from './welcome.module.css'

const texts = defineMessages({
  note: { en: '{done} of {all} done', de: '{done} von {all} erledigt' },
  dismiss: { en: 'Dismiss', de: 'Ausblenden' },
  dismissAll: {
    en: 'Dismiss the first steps; the help centre brings them back',
    de: 'Erste Schritte ausblenden; das Hilfe-Center holt sie zurück',
  },
  run: { en: 'Look at a run', de: 'Einen Lauf ansehen' },
  runText: {
    en: 'What each step took in and gave out, how long it took, and what it said.',
    de: 'Was jeder Schritt aufgenommen und abgegeben hat, wie lange er brauchte und was er meldet.',
  },
  mend: { en: 'Mend rejected records', de: 'Abgelehnte Datensätze korrigieren' },
  mendText: {
    en: 'Correct a cause once, try it, and let all its records go on.',
    de: 'Eine Ursache einmal beheben, ausprobieren und alle ihre Datensätze weiterlaufen lassen.',
  },
  mapping: { en: 'Change a mapping and try it', de: 'Ein Mapping ändern und ausprobieren' },
  mappingText: {
    en: 'Draw a line or write a formula, see what becomes of real records, and save.',
    de: 'Eine Linie ziehen oder eine Formel schreiben, an echten Datensätzen sehen, was herauskommt, und speichern.',
  },
  query: { en: 'Ask the data', de: 'Die Daten befragen' },
  queryText: {
    en: 'A question in SQL over the records of the project; it only reads.',
    de: 'Eine Frage in SQL an die Datensätze des Projekts; sie liest nur.',
  },
  chart: { en: 'Draw a chart', de: 'Ein Diagramm zeichnen' },
  chartText: { en: 'Choose a data set and what it is to show.', de: 'Ein Datenset wählen und was es zeigen soll.' },
  webhook: { en: 'Call a webhook', de: 'Einen Webhook aufrufen' },
  webhookText: {
    en: 'Take the address of a token and start a workflow from outside.',
    de: 'Die Adresse eines Tokens nehmen und einen Workflow von außen starten.',
  },
  further: { en: 'Take it further', de: 'Selbst weitermachen' },
  furtherText: {
    en: 'Begin a workflow, a data structure or an integration of your own.',
    de: 'Einen eigenen Workflow, eine Datenstruktur oder eine Integration beginnen.',
  },
})

type Step = GuideAnswer['steps'][number]

/** Where a step is done: at the entry it is best done with, or where such entries are listed. */
const places: Record<Step['key'], (step: Step) => string> = {
  run: ({ id, workflow_id }) => (id && workflow_id ? jobPath({ id, workflow_id }) : '/project/reporting/jobs'),
  mend: ({ id }) => (id ? `/project/reporting/rejected/${id}` : '/project/reporting/rejected'),
  mapping: ({ id }) => (id ? `/project/mappings/${id}/mapper` : '/project/mappings'),
  query: () => '/tools/query-editor',
  chart: () => '/project/insights/create',
  webhook: ({ id }) => `/project/settings/workflowToken${id ? `/${id}` : ''}`,
  further: () => '/project/workflows/create',
}

/** A first quarter of an hour in a project that runs already; each step is ticked by what was really done. */
export function GuidedSteps({ project }: { project: string }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const { busy, send } = useSubmit()
  const guide = useGuide(project)
  const steps = (guide?.steps ?? [])
    .map((step) => ({
      to: places[step.key](step),
      title: t[step.key](),
      text: t[`${step.key}Text`](),
      done: step.done,
    }))
    .filter(({ to }) => mayOpen(to))
  const done = steps.filter((step) => step.done).length
  if (!guide || guide.dismissed || done === steps.length) return null
  return (
    <div className={s['begin']}>
      <FirstSteps
        steps={steps}
        note={t.note({ done: number(done), all: number(steps.length) })}
        actions={
          <Button
            size="xs"
            variant="subtle"
            loading={busy}
            aria-label={t.dismissAll()}
            onClick={() => void send(() => showGuide(project, false))}
          >
            {t.dismiss()}
          </Button>
        }
      />
    </div>
  )
}
