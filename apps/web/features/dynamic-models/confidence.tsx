import { Tooltip } from '@mantine/core'
import { defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import s from './dynamic-models.module.css'

const texts = defineMessages({
  sure: { en: 'Confidence {share}. {reason}', de: 'Sicherheit {share}. {reason}' },
  own: { en: 'Chosen by you', de: 'Von Ihnen gewählt' },
})

const tone = (confidence: number) => (confidence >= 0.85 ? 'green' : confidence >= 0.6 ? 'amber' : 'red')

type Props = {
  confidence?: number | undefined
  reason?: Text | undefined
  overruled?: boolean | undefined
  /** The reason as a tooltip only. */ short?: boolean
}

/** How sure a finding is, as a small bar, and why. */
export function Confidence({ confidence, reason, overruled, short }: Props) {
  const t = useTexts(texts)
  const read = useLabel()
  const { percent } = useFormats()
  if (overruled || confidence === undefined) return <span className={s['own']}>{t.own()}</span>
  const share = percent(Math.round(confidence * 100) / 100)
  const why = reason ? read(reason) : ''
  const bar = (
    <span
      className={s['confidence']}
      data-tone={tone(confidence)}
      tabIndex={short ? 0 : undefined}
      role="img"
      aria-label={t.sure({ share, reason: why })}
    >
      <i aria-hidden>
        <b style={{ width: `${Math.round(confidence * 100)}%` }} />
      </i>
      <span aria-hidden>{share}</span>
    </span>
  )
  return short ? (
    <Tooltip label={why} multiline maw={340}>
      {bar}
    </Tooltip>
  ) : (
    <span className={s['finding']}>
      {bar}
      <span>{why}</span>
    </span>
  )
}
