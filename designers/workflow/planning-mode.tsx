import { IconCalendarTime } from '@tabler/icons-react'
import { durationOf } from '@weft/kit/define/duration.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import type { FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { changeSteps } from '@weft/kit/workflow-text/steps.ts'
import type { ReactNode } from 'react'
import { ElementIcon } from './element-icon.tsx'
import { groupTones, type Catalogue } from './elements.ts'
import s from './planning-mode.module.css'
import type { RunFigures } from './run.ts'
import { DurationInput } from './settings/errors-tab.tsx'
import type { Editing } from './use-document.ts'

const texts = defineMessages({
  step: { en: 'Step', de: 'Schritt' },
  planned: { en: 'Planned time', de: 'Geplante Zeit' },
  wait: { en: 'Wait before a retry', de: 'Wartezeit vor Wiederholung' },
  measured: { en: 'Last run', de: 'Letzter Lauf' },
  sum: { en: 'In all', de: 'Insgesamt' },
  none: { en: 'No steps yet', de: 'Noch keine Schritte' },
  help: {
    en: 'How long each step is expected to take. A time is written as days, hours and minutes, such as 2d 5h 30m.',
    de: 'Wie lange jeder Schritt voraussichtlich dauert. Eine Zeit wird als Tage, Stunden und Minuten geschrieben, etwa 2d 5h 30m.',
  },
})

/** Planned time and wait of every step beside what the last run took. */
export function PlanningMode({
  editing,
  catalogue,
  run,
  focus,
  about,
}: {
  editing: Editing
  catalogue: Catalogue
  run?: RunFigures | undefined
  focus?: string | undefined
  /** What is said of all runs, above the steps. */
  about?: ReactNode
}) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { steps } = editing.flow
  if (steps.length === 0) return <EmptyState icon={IconCalendarTime} title={t.none()} />
  const planned = steps.reduce((sum, step) => sum + (durationOf(step.planned) ?? 0), 0)
  return (
    <div className={s['planning']}>
      <p className={s['help']}>{t.help()}</p>
      {about}
      <fieldset className={s['fields']} disabled={editing.readOnly}>
        <table className={s['table']}>
          <thead>
            <tr>
              <th>{t.step()}</th>
              <th className={s['time']}>{t.planned()}</th>
              <th className={s['time']}>{t.wait()}</th>
              <th className={s['end']}>{t.measured()}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <PlannedStep
                key={step.id}
                step={step}
                element={catalogue.get(step.element)}
                busy={run?.steps[step.id]?.busy_ms}
                isFocused={focus === step.id}
                editing={editing}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th>{t.sum()}</th>
              <td>{planned > 0 ? formats.duration(planned) : '–'}</td>
              <td />
              <td className={s['end']}>
                {run ? formats.duration(Object.values(run.steps).reduce((sum, step) => sum + step.busy_ms, 0)) : '–'}
              </td>
            </tr>
          </tfoot>
        </table>
      </fieldset>
    </div>
  )
}

function PlannedStep({
  step,
  element,
  busy,
  isFocused,
  editing,
}: {
  step: FlowStep
  element: ReturnType<Catalogue['get']>
  /** What it took in the last run, in milliseconds. */
  busy: number | undefined
  isFocused: boolean
  editing: Editing
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const formats = useFormats()
  const limit = durationOf(step.planned)
  const change = (times: Parameters<typeof changeSteps>[2], group: 'planned' | 'wait') =>
    editing.change(changeSteps(editing.text, [step.id], times), `${group} ${step.id}`)
  return (
    <tr data-focus={isFocused || undefined}>
      <td>
        <span className={s['name']}>
          <span className={s['tile']} style={toneStyle(element ? groupTones[element.group] : 'red')}>
            <ElementIcon name={element?.icon} size={14} />
          </span>
          {step.label || element?.labels.title[language] || step.element}
          <small className="mono">{step.id}</small>
        </span>
      </td>
      <td>
        <DurationInput
          hideLabel
          label={`${t.planned()}: ${step.label || step.id}`}
          value={step.planned}
          autoFocus={isFocused}
          onChange={(planned) => change({ planned }, 'planned')}
        />
      </td>
      <td>
        <DurationInput
          hideLabel
          label={`${t.wait()}: ${step.label || step.id}`}
          value={step.wait}
          onChange={(wait) => change({ wait }, 'wait')}
        />
      </td>
      <td className={s['end']} data-over={(busy !== undefined && limit !== undefined && busy > limit) || undefined}>
        {formats.duration(busy)}
      </td>
    </tr>
  )
}
