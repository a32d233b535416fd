import { Exact } from '@weft/kit/define/compare.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { useMemo } from 'react'
import { figureText } from '@weft/kit/ui/figure-format.ts'
import type { AnswerProps } from './answer-props.ts'
import s from './insight.module.css'
import { pivotOf } from '@weft/kit/ui/pivot-of.ts'
import { labelsOf, themeTones } from '@weft/kit/ui/insight-spec.ts'

const texts = defineMessages({
  sum: { en: 'Sum', de: 'Summe' },
})

/** Rows by columns, the larger the darker, with sums where values are added up. */
export function Pivot({ label, insight: { definition, theme }, answer, onPick }: AnswerProps) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [graph] = answer.graphs
  const pivot = useMemo(() => pivotOf(graph?.points ?? []), [graph])
  const rows = labelsOf(pivot.rows, graph?.x.type, language)
  const isSummed = definition.graphs[0]?.total === 'sum'
  const text = (value: number | null) =>
    value === null ? '–' : figureText(value, language, { decimals: definition.decimals })
  const cell = (value: number | null, row: number, column: number) =>
    onPick && value !== null ? (
      <button
        type="button"
        onClick={() => onPick({ graph: 0, x: pivot.rows[row] ?? null, series: pivot.columns[column] ?? '' })}
      >
        {text(value)}
      </button>
    ) : (
      text(value)
    )
  return (
    <div className={s['pivot']} role="region" aria-label={label} tabIndex={0} style={toneStyle(themeTones[theme][0]!)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{graph?.x.label}</th>
            {pivot.columns.map((name) => (
              <th key={name} scope="col">
                {name || '–'}
              </th>
            ))}
            {isSummed && <th scope="col">{t.sum()}</th>}
          </tr>
        </thead>
        <tbody>
          {pivot.cells.map((values, row) => (
            <tr key={row}>
              <th scope="row">{rows[row]}</th>
              {values.map((value, column) => (
                <td key={column} style={{ background: shade(value, pivot.most) }}>
                  {cell(value, row, column)}
                </td>
              ))}
              {isSummed && <td data-sum>{text(sum(values))}</td>}
            </tr>
          ))}
          {isSummed && (
            <tr data-sum>
              <th scope="row">{t.sum()}</th>
              {pivot.columns.map((_, column) => (
                <td key={column}>{text(sum(pivot.cells.map((values) => values[column] ?? null)))}</td>
              ))}
              <td>{text(sum(pivot.cells.flat()))}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const shade = (value: number | null, most: number) =>
  `color-mix(in srgb, var(--cd) ${value === null || most === 0 ? 0 : Math.round((Math.max(0, value) / most) * 34)}%, transparent)`

const sum = (values: (number | null)[]) => values.reduce((all, value) => all.plus(value ?? 0), new Exact(0)).toNumber()
