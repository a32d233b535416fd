import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { defineMessages } from '../messages/messages.ts'
import { useCrumbs, type Crumb } from './crumbs.ts'
import { useTexts } from './texts.ts'
import s from './wizard.module.css'

const texts = defineMessages({
  progress: { en: 'Step {step} of {all}', de: 'Schritt {step} von {all}' },
  steps: { en: 'Steps', de: 'Schritte' },
  back: { en: 'Back', de: 'Zurück' },
  next: { en: 'Continue', de: 'Weiter' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  finish: { en: 'Finish', de: 'Fertigstellen' },
})

export type WizardPosition = 'first' | 'between' | 'last'
export type WizardState = 'current' | 'done' | 'pending' | 'failed'

export type WizardStep = {
  key: string
  title: string
  /** Above the content of the step. */
  heading?: string
  text?: ReactNode
  /** What was decided, under the title of a done step. */
  summary?: string | undefined
  /** Overrides what follows from the order: a failed step, one that is done before its turn. */
  state?: WizardState | undefined
  content: ReactNode
}

type Props = {
  title: string
  steps: WizardStep[]
  /** Key of the step shown. */
  current: string
  /** A step the user may go to was chosen. */
  onGo: (key: string) => void
  /** Continue was pressed; answer false to stay. The last step finishes. */
  onNext: () => void | boolean | Promise<void | boolean>
  onCancel?: (() => void) | undefined
  nextLabel?: string | undefined
  finishLabel?: string | undefined
  busy?: boolean
  /** Continue is not possible yet. */
  blocked?: boolean
  /** Steps can only be walked in order; true also blocks going back (a run that cannot be undone by clicking). */
  locked?: boolean
  aside?: ReactNode
  /** The content takes all the room there is: grids and previews. */
  wide?: boolean
  /** Between cancel and the buttons: "Draft saved". */
  note?: ReactNode
  crumbs?: Crumb[]
}

const positionOf = (at: number, count: number): WizardPosition =>
  at === 0 ? 'first' : at === count - 1 ? 'last' : 'between'

/** Ordered steps at the side, one step's content, its buttons below. Nothing is kept here: the screen decides which step is shown. */
export function Wizard({
  title,
  steps,
  current,
  onGo,
  onNext,
  onCancel,
  nextLabel,
  finishLabel,
  busy,
  blocked,
  locked,
  aside,
  wide,
  note,
  crumbs,
}: Props) {
  const t = useTexts(texts)
  useCrumbs(title, crumbs)
  const at = Math.max(
    0,
    steps.findIndex((step) => step.key === current),
  )
  const step = steps[at]!
  const position = positionOf(at, steps.length)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current !== current) heading.current?.focus()
    shown.current = current
  }, [current])
  const stateOf = (other: WizardStep, i: number): WizardState =>
    other.state ?? (i === at ? 'current' : i < at ? 'done' : 'pending')
  return (
    <div className={s['page']} data-aside={aside ? true : undefined}>
      <nav className={s['steps']} aria-label={t.steps()}>
        <h1>{title}</h1>
        <p>{t.progress({ step: at + 1, all: steps.length })}</p>
        <ol>
          {steps.map((other, i) => {
            const state = stateOf(other, i)
            return (
              <li
                key={other.key}
                className={s['li']}
                data-state={state}
                data-position={positionOf(i, steps.length)}
                data-shown={i === at || undefined}
              >
                <button
                  type="button"
                  className={s['step']}
                  disabled={locked || (i > at && state === 'pending')}
                  aria-current={i === at ? 'step' : undefined}
                  onClick={() => onGo(other.key)}
                >
                  <span className={s['dot']} aria-hidden>
                    {state === 'done' ? (
                      <IconCheck size={13} stroke={2.6} />
                    ) : state === 'failed' ? (
                      <IconX size={13} stroke={2.6} />
                    ) : (
                      i + 1
                    )}
                  </span>
                  <span className={s['words']}>
                    <span className={s['name']}>{other.title}</span>
                    {other.summary && <span className={s['hint']}>{other.summary}</span>}
                  </span>
                </button>
              </li>
            )
          })}
        </ol>
      </nav>
      <div className={s['main']}>
        <div className={s['content']} data-wide={wide || undefined}>
          <h2 ref={heading} tabIndex={-1}>
            {step.heading ?? step.title}
          </h2>
          {step.text && <div className={s['lead']}>{step.text}</div>}
          {step.content}
        </div>
        <footer className={s['foot']}>
          {onCancel && (
            <Button variant="subtle" onClick={onCancel}>
              {t.cancel()}
            </Button>
          )}
          <span className={s['note']}>{note}</span>
          {!locked && (
            <Button
              variant="default"
              disabled={position === 'first' || busy}
              leftSection={<IconArrowLeft size={15} />}
              onClick={() => onGo(steps[at - 1]!.key)}
            >
              {t.back()}
            </Button>
          )}
          <Button
            loading={busy}
            disabled={blocked}
            onClick={() => void onNext()}
            rightSection={position === 'last' ? undefined : <IconArrowRight size={15} />}
          >
            {position === 'last' ? (finishLabel ?? t.finish()) : (nextLabel ?? t.next())}
          </Button>
        </footer>
      </div>
      {aside && <aside className={s['side']}>{aside}</aside>}
    </div>
  )
}
