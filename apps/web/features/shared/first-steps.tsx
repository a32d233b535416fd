import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowRight, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen } from '../../routes/guards.ts'
import s from './first-steps.module.css'

const texts = defineMessages({
  title: { en: 'First steps', de: 'Erste Schritte' },
  about: { en: 'Goes away once the first workflow is there.', de: 'Verschwindet, sobald der erste Workflow da ist.' },
  done: { en: 'Done', de: 'Erledigt' },
})

export type FirstStep = { to: string; title: string; text: string; done: boolean }

type Props = { steps: FirstStep[]; note?: string; actions?: ReactNode }

/** What to do first, in its order, as far as the user may. */
export function FirstSteps({ steps, note, actions }: Props) {
  const t = useTexts(texts)
  const open = steps.filter(({ to }) => mayOpen(to))
  if (open.length === 0) return null
  const next = open.find(({ done }) => !done)
  return (
    <Panel title={t.title()} note={note ?? t.about()} actions={actions} bleed>
      <ol className={s['steps']}>
        {open.map((step) => (
          <li key={step.title} data-done={step.done || undefined} data-next={step === next || undefined}>
            {step.done ? (
              <IconCircleCheckFilled size={18} role="img" aria-label={t.done()} />
            ) : (
              <IconCircleDashed size={18} aria-hidden />
            )}
            <span>
              <Link to={step.to}>{step.title}</Link>
              <small>{step.text}</small>
            </span>
            <IconArrowRight size={15} aria-hidden />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
