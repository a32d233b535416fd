import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { ElementIcon } from '@weft/designers/workflow/element-icon.tsx'
import { summaryOf, type Catalogue } from '@weft/designers/workflow/elements.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { affectedSteps } from './affected-steps.ts'
import s from './test-run.module.css'
import { testRunTexts } from './texts.ts'

type Props = {
  flow: Flow
  catalogue: Catalogue
  names: ReadonlyMap<string, string>
  until: string | undefined
  pinned: ReadonlySet<string>
  isReal: boolean
}

/** The steps that change something outside, and what becomes of each. */
export function Effects({ flow, catalogue, names, until, pinned, isReal }: Props) {
  const t = useTexts(testRunTexts)
  const language = useLanguage()
  const all = affectedSteps(flow, catalogue, { until, pinned: isReal ? new Set() : pinned })
  const affected = isReal ? all.filter(({ how }) => how !== 'begins') : all
  const count = affected.filter(({ how }) => how === 'compared' || how === 'held_back').length
  const said = { compared: t.compared, held_back: t.heldBack, begins: t.begins, pinned: t.pinned }
  const Mark = isReal && count > 0 ? IconAlertTriangle : IconShieldCheck
  return (
    <section className={s['effects']} aria-label={t.effects({ count })} data-real={isReal || undefined}>
      <h3>
        <Mark size={16} aria-hidden />
        {t.effects({ count })}
      </h3>
      <ul>
        {affected.map(({ step, how }) => {
          const element = catalogue.get(step.element)
          const title = step.label || element?.labels.title[language] || step.id
          const summary = summaryOf(element, step, names, language)
          return (
            <li key={step.id}>
              <ElementIcon name={element?.icon} size={15} />
              <b>{title}</b>
              {summary !== title && <span>{summary}</span>}
              <em>{isReal ? t.done() : said[how]()}</em>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
