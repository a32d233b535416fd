import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import clsx from 'clsx'
import { useState } from 'react'
import type { Preview } from './api.ts'
import s from './dynamic-models.module.css'

const texts = defineMessages({
  label: { en: 'Preview', de: 'Vorschau' },
  raw: { en: 'As in the file', de: 'Wie in der Datei' },
  typed: { en: 'As the model reads it', de: 'Wie das Modell sie liest' },
  none: { en: 'no value', de: 'kein Wert' },
  yes: { en: 'yes', de: 'ja' },
  no: { en: 'no', de: 'nein' },
  entries: {
    en: '{count, plural, one {# entry} other {# entries}}',
    de: '{count, plural, one {# Eintrag} other {# Einträge}}',
  },
  row: { en: 'Row', de: 'Zeile' },
})

type Props = { preview: Preview; initially?: 'raw' | 'typed'; busy?: boolean | undefined }

/** The first entries of a file, as they stand there and as the model reads them. */
export function PreviewGrid({ preview, initially = 'typed', busy }: Props) {
  const t = useTexts(texts)
  const [side, setSide] = useState(initially)
  const rows = side === 'raw' ? preview.raw : preview.records
  const values = side === 'raw' ? preview.raw : preview.records.flatMap((row) => ('record' in row ? [row.record] : []))
  const columns = columnsOf(values)
  const numeric = new Set(
    columns.filter(
      (column) =>
        values.some((row) => row[column] !== null) &&
        values.every(
          (row) =>
            row[column] === null || row[column] === undefined || /^-?(0|[1-9]\d*)([.,]\d+)?$/.test(String(row[column])),
        ),
    ),
  )
  return (
    <section className={clsx(s['preview'], busy && 'busy-line')} aria-label={t.label()} aria-busy={busy}>
      <header className={s['previewHead']}>
        <h3>{t.label()}</h3>
        <SegmentedControl
          size="xs"
          value={side}
          onChange={(value) => setSide(value)}
          data={[
            { value: 'typed', label: t.typed() },
            { value: 'raw', label: t.raw() },
          ]}
        />
      </header>
      <div className={s['grid']} tabIndex={0} role="region" aria-label={t.label()}>
        <table>
          <thead>
            <tr>
              <th scope="col" className={s['number']}>
                <VisuallyHidden>{t.row()}</VisuallyHidden>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" data-end={numeric.has(column) || undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => {
              const misfit =
                'misfit' in row && side === 'typed' ? (row as { misfit: { reason: string } }).misfit : undefined
              const record =
                side === 'raw'
                  ? (row as Record<string, unknown>)
                  : 'record' in row
                    ? (row.record as Record<string, unknown>)
                    : {}
              return (
                <tr key={i} data-misfit={misfit ? true : undefined}>
                  <td className={s['number']}>{i + 1}</td>
                  {misfit ? (
                    <td colSpan={Math.max(columns.length, 1)} className={s['misfit']}>
                      {misfit.reason}
                    </td>
                  ) : (
                    columns.map((column) => (
                      <Cell key={column} value={record[column]} end={numeric.has(column)} t={t} />
                    ))
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type Spoken = { none(): string; yes(): string; no(): string; entries(values: { count: number }): string }

function Cell({ value, end, t }: { value: unknown; end: boolean; t: Spoken }) {
  if (value === null || value === undefined)
    return (
      <td className={s['null']} data-end={end || undefined}>
        {t.none()}
      </td>
    )
  if (typeof value === 'boolean') return <td>{value ? t.yes() : t.no()}</td>
  if (Array.isArray(value))
    return (
      <td title={JSON.stringify(value)}>
        <span className={s['nested']}>{t.entries({ count: value.length })}</span>
      </td>
    )
  if (typeof value === 'object')
    return (
      <td title={JSON.stringify(value)}>
        <span className={s['nested']}>{JSON.stringify(value)}</span>
      </td>
    )
  const text = String(value)
  return (
    <td data-end={end || undefined} title={text.length > 40 ? text.slice(0, 500) : undefined}>
      {text.slice(0, 200)}
    </td>
  )
}

const columnsOf = (rows: Record<string, unknown>[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))]
