import { Progress } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './resources.module.css'

const texts = defineMessages({
  of: { en: '{value} of {most} included', de: '{value} von {most} enthalten' },
  beyond: { en: '{value}, more than the {most} included', de: '{value}, mehr als die enthaltenen {most}' },
})

type Props = {
  name: string
  value: number
  /** What is included; without it there is a figure only. */
  most?: number | undefined
  shown: (value: number) => string
  note?: string
}

/** How much of what is included is used. */
export function Meter({ name, value, most, shown, note }: Props) {
  const t = useTexts(texts)
  const { percent } = useFormats()
  const isBeyond = most !== undefined && value > most
  const words =
    most === undefined ? shown(value) : t[isBeyond ? 'beyond' : 'of']({ value: shown(value), most: shown(most) })
  return (
    <div className={s['meter']}>
      <span>
        <span>{name}</span>
        <b>{words}</b>
      </span>
      {most !== undefined && most > 0 && (
        <Progress.Root size="sm">
          <Progress.Section
            value={Math.min(100, (value / most) * 100)}
            color={isBeyond ? 'var(--amber-dot)' : 'var(--accent)'}
            aria-label={name}
            aria-valuetext={percent(value / most)}
          />
        </Progress.Root>
      )}
      {note && <small>{note}</small>}
    </div>
  )
}
