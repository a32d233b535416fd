import { StatusDot } from '@weft/kit/ui/bits.tsx'
import type { Element } from '@weft/kit/define/element.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import { exitName } from '../elements.ts'
import { stateTones, type StepRun } from '../run.ts'
import { stateTexts, texts } from '../texts.ts'
import s from './panel.module.css'

/** What the run shown did at this step. */
export function LastRunTab({
  run,
  element,
  jobLink,
}: {
  run: StepRun | undefined
  element: Element | undefined
  jobLink: ReactNode
}) {
  const t = useTexts(texts)
  const states = useTexts(stateTexts)
  const formats = useFormats()
  const language = useLanguage()
  if (!run)
    return (
      <div className={s['body']}>
        <p className={s['help']}>{t.noRun()}</p>
      </div>
    )
  return (
    <div className={s['body']}>
      <dl className={s['facts']}>
        <dt>{t.state()}</dt>
        <dd>
          <StatusDot tone={stateTones[run.state]} pulse={run.state === 'working'}>
            {states[run.state]()}
          </StatusDot>
        </dd>
        <dt>{t.recordsIn()}</dt>
        <dd>{formats.number(run.records_in)}</dd>
        {Object.entries(run.exits).map(([exit, count]) => [
          <dt key={exit}>{t.recordsOut({ exit: exitName(element, exit, language) })}</dt>,
          <dd key={`${exit} count`}>{formats.number(count)}</dd>,
        ])}
        <dt>{t.busy()}</dt>
        <dd>{formats.duration(run.busy_ms)}</dd>
        <dt>{t.began()}</dt>
        <dd>{formats.exactTime(run.started_at)}</dd>
        <dt>{t.ended()}</dt>
        <dd>{formats.exactTime(run.finished_at)}</dd>
      </dl>
      {run.error && <p className={s['fault']}>{run.error}</p>}
      {jobLink}
    </div>
  )
}
