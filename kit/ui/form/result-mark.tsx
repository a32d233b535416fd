import { Tooltip } from '@mantine/core'
import { IconAlertCircleFilled, IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react'
import { defineMessages } from '../../messages/messages.ts'
import { useTexts } from '../texts.ts'
import type { FieldResult } from './validate.ts'
import s from '../form.module.css'

export const resultTexts = defineMessages({
  valid: { en: 'Valid', de: 'Gültig' },
  invalid: { en: 'Invalid', de: 'Ungültig' },
  not_validated: { en: 'Not validated yet', de: 'Noch nicht geprüft' },
  ignored: { en: 'Not used with these settings', de: 'Bei diesen Einstellungen nicht verwendet' },
})

const marks = {
  valid: [IconCircleCheckFilled, 'var(--green-dot)'],
  invalid: [IconAlertCircleFilled, 'var(--red-dot)'],
  not_validated: [IconCircleDashed, 'var(--text-3)'],
  ignored: [IconCircleMinus, 'var(--border-2)'],
} as const

/** A field's result as an icon, with words for screen readers. */
export function ResultMark({ result }: { result: FieldResult }) {
  const t = useTexts(resultTexts)
  const [Icon, color] = marks[result]
  return (
    <Tooltip label={t[result]()}>
      <span className={s['mark']} style={{ color }}>
        <Icon size={14} aria-hidden />
        <span className="sr">{t[result]()}</span>
      </span>
    </Tooltip>
  )
}
