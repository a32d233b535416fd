import { Popover, UnstyledButton } from '@mantine/core'
import { say } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import type { Catalogue } from './elements.ts'
import { isHint, type StepProblemView } from './problem.ts'
import s from './problems.module.css'
import { texts } from './texts.ts'

/** "1 hint": what is to be looked at, each leading to its step. */
export function Problems({
  problems,
  flow,
  catalogue,
  onGo,
}: {
  problems: readonly StepProblemView[]
  flow: Flow
  catalogue: Catalogue
  onGo(problem: StepProblemView): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const tone = problems.some((problem) => !isHint(problem)) ? 'red' : problems.length > 0 ? 'amber' : 'green'
  const fieldOf = ({ step, place }: StepProblemView) => {
    const [key, ...inside] = place.replace(/^settings\.?/, '').split('.')
    const label = catalogue.get(flow.steps.find(({ id }) => id === step)?.element ?? '')?.labels.fields[key ?? '']
    return label ? [('label' in label ? label.label : label)[language], ...inside].join(' › ') : place
  }
  const nameOf = (id: string) => flow.steps.find((step) => step.id === id)?.label || id
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} withinPortal>
      <Popover.Target>
        <UnstyledButton className={s['opener']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <StatusDot tone={tone}>{t.hints({ count: problems.length })}</StatusDot>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <h2 className={s['title']}>{t.hintsTitle()}</h2>
        {problems.length === 0 && <p className={s['none']}>{t.noHints()}</p>}
        <ul className={s['list']}>
          {problems.map((problem, i) => (
            <li key={i}>
              <button
                type="button"
                className={s['problem']}
                onClick={() => {
                  setOpen(false)
                  onGo(problem)
                }}
              >
                <StatusDot tone={isHint(problem) ? 'amber' : 'red'}>
                  {problem.step ? nameOf(problem.step) : problem.line ? t.line({ line: problem.line }) : t.ofWorkflow()}
                </StatusDot>
                <span>{say(problem.message, language)}</span>
                <small>{fieldOf(problem)}</small>
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
