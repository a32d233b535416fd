import type { InsightAnswer } from '@weft/kit/define/insight.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import type { ReactNode } from 'react'
import { cellText, isFigure } from '@weft/kit/ui/figure-format.ts'
import s from './insight.module.css'

type Props = {
  label: string
  table: NonNullable<InsightAnswer['table']>
  decimals?: number | undefined
  /** At the end of each row. */
  rowEnd?: ((row: Record<string, unknown>) => ReactNode) | undefined
}

/** Rows of a data set, figures at the end of their cells. */
export function AnswerTable({ label, table: { columns, rows }, decimals, rowEnd }: Props) {
  const language = useLanguage()
  return (
    <div className={s['rows']} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-end={isFigure(column) || undefined}>
                {column.label}
              </th>
            ))}
            {rowEnd && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {columns.map((column) => (
                <td key={column.name} data-end={isFigure(column) || undefined}>
                  {cellText(row[column.name], column, language, decimals)}
                </td>
              ))}
              {rowEnd && <td data-end>{rowEnd(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
