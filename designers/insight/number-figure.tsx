import type { InsightDefinition } from '@weft/kit/define/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Spark } from '@weft/kit/ui/bits.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle, type Tone } from '@weft/kit/ui/tones.ts'
import { changeText, figureText } from '@weft/kit/ui/figure-format.ts'
import type { AnswerProps } from './answer-props.ts'
import s from './insight.module.css'
import { themeTones } from '@weft/kit/ui/insight-spec.ts'

const texts = defineMessages({
  before: { en: 'vs. before', de: 'zu vorher' },
  behind: { en: 'Show the records behind {name}', de: 'Datensätze hinter {name} anzeigen' },
})

/** A good change is green, whichever way it goes. */
function toneOfChange(sign: number, better: InsightDefinition['better']): Tone {
  if (sign === 0 || better === 'neither') return 'slate'
  return sign > 0 === (better === 'more') ? 'green' : 'red'
}

/** One number, how it has changed, and its way there. */
export function NumberFigure({ label, insight: { definition, theme }, answer, onPick }: AnswerProps) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { value, before } = answer.number ?? { value: null }
  const change = value !== null && before !== undefined && before !== null && changeText(value, before, language)
  const { decimals, y_axis, better } = definition
  const shown = value === null ? '–' : figureText(value, language, { decimals, unit: y_axis.unit })
  return (
    <div className={s['number']}>
      <p className={s['figure']} title={value ?? undefined}>
        {onPick && value !== null ? (
          <button
            type="button"
            aria-label={`${shown}: ${t.behind({ name: label })}`}
            onClick={() => onPick({ graph: 0 })}
          >
            {shown}
          </button>
        ) : (
          shown
        )}
      </p>
      {change && (
        <p className={s['change']} style={toneStyle(toneOfChange(change.sign, better))}>
          <b>{change.text}</b> {t.before()}
        </p>
      )}
      <Spark
        data={(answer.graphs[0]?.points ?? []).map(([, y]) => Number(y ?? 0))}
        tone={themeTones[theme][0]!}
        width={72}
        height={34}
      />
    </div>
  )
}
