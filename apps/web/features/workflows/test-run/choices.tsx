import { IconBolt, IconStack2, IconTestPipe, type Icon } from '@tabler/icons-react'
import { Tile, type Tone } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useId } from 'react'
import s from './test-run.module.css'
import { testRunTexts } from './texts.ts'

const choices = ['some', 'all', 'real'] as const
export type Choice = (typeof choices)[number]

const looks: Record<Choice, { icon: Icon; tone: Tone }> = {
  some: { icon: IconTestPipe, tone: 'green' },
  all: { icon: IconStack2, tone: 'blue' },
  real: { icon: IconBolt, tone: 'amber' },
}

type Props = {
  choice: Choice
  onChoose(choice: Choice): void
  /** Why something cannot be chosen. */
  refusals: Partial<Record<Choice, string | undefined>>
}

export function Choices({ choice, onChoose, refusals }: Props) {
  const t = useTexts(testRunTexts)
  const name = useId()
  const words = {
    some: [t.some(), t.someText()],
    all: [t.all(), t.allText()],
    real: [t.real(), t.realText()],
  } as const
  return (
    <div role="radiogroup" aria-label={t.what()} className={s['choices']}>
      {choices.map((one) => {
        const { icon: Mark, tone } = looks[one]
        const [title, text] = words[one]
        const refusal = refusals[one]
        return (
          <label key={one} className={s['choice']} data-chosen={choice === one || undefined}>
            <input
              type="radio"
              name={name}
              checked={choice === one}
              disabled={refusal !== undefined}
              onChange={() => onChoose(one)}
              aria-describedby={`${name}-${one}`}
              aria-label={title}
            />
            <Tile tone={tone} size={30}>
              <Mark size={17} stroke={1.8} />
            </Tile>
            <span>
              <b>{title}</b>
              <small id={`${name}-${one}`}>{refusal ?? text}</small>
            </span>
          </label>
        )
      })}
    </div>
  )
}
