import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import s from './checklist.module.css'
import { toneStyle } from './tones.ts'

export type ChecklistItem = {
  key: string
  state: 'passed' | 'failed' | 'not_tried'
  title: string
  hint?: string | null | undefined
  time: string
}

const looks = {
  passed: { tone: 'green', Icon: IconCheck },
  failed: { tone: 'red', Icon: IconX },
  not_tried: { tone: 'slate', Icon: IconMinus },
} as const

/** What was tried in turn: whether each held, what there is to say about it, and how long it took. */
export const Checklist = ({ label, items }: { label: string; items: readonly ChecklistItem[] }) => (
  <ol className={s['list']} aria-label={label}>
    {items.map(({ key, state, title, hint, time }) => {
      const { tone, Icon } = looks[state]
      return (
        <li key={key} style={toneStyle(tone)} data-state={state}>
          <Icon size={15} aria-hidden className={clsx(s['icon'], state === 'not_tried' && s['plain'])} />
          <div>
            <b>{title}</b>
            {hint && <p>{hint}</p>}
          </div>
          <span className="num">{time}</span>
        </li>
      )
    })}
  </ol>
)
