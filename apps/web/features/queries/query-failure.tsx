import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { ApiError } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { fieldsIn, nearest, statementAt, type QueryTable } from './sql-text.ts'
import s from './query-result.module.css'

const texts = defineMessages({
  place: { en: 'Line {line}, column {column}.', de: 'Zeile {line}, Spalte {column}.' },
  nothing: { en: 'Nothing was read.', de: 'Nichts wurde gelesen.' },
  perhaps: { en: 'Perhaps you mean one of these:', de: 'Vielleicht meinen Sie eines davon:' },
})

export type Place = { line: number; column: number; length: number }
type Meta = { at?: Place; unknown?: { kind: 'field' | 'function' | 'table'; name: string; table?: string } }
export const metaOf = (error: ApiError): Meta => (error.meta ?? {}) as Meta

/** Where a place of a text begins, counted in letters. */
export const offsetOf = (text: string, { line, column }: Place) =>
  text.split('\n', line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1

type Props = {
  error: ApiError
  /** The text that was run, and where in the editor's it begins. */
  sql: string
  tables: readonly QueryTable[]
  /** Nothing once the text is another one than was run: its places are others. */
  onCorrect: ((place: Place, text: string) => void) | undefined
}

/** Why a query was not run, and names that would have been. */
export function QueryFailure({ error, sql, tables, onCorrect }: Props) {
  const t = useTexts(texts)
  const { at, unknown } = metaOf(error)
  const names = at && unknown && onCorrect ? namesLike(unknown, sql, offsetOf(sql, at), tables) : []
  return (
    <div className={s['failure']} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <h3>{error.errors['sql']?.[0] ?? error.message}</h3>
        <p className="muted">
          {at && `${t.place(at)} `}
          {t.nothing()}
          {names.length > 0 && ` ${t.perhaps()}`}
        </p>
        {at && onCorrect && names.length > 0 && (
          <div className={s['names']}>
            {names.map((name) => (
              <Button key={name} variant="default" size="xs" className="mono" onClick={() => onCorrect(at, name)}>
                {name}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

function namesLike(
  { kind, name, table }: NonNullable<Meta['unknown']>,
  sql: string,
  at: number,
  tables: readonly QueryTable[],
) {
  if (kind === 'function') return []
  if (kind === 'table')
    return nearest(
      name,
      tables.map((one) => one.name),
    )
  const own = tables.find((one) => one.name === table)?.fields.map((field) => field.name)
  const known = own ?? fieldsIn(statementAt(sql, at).text, tables).map(({ field }) => field.name)
  return nearest(name, known)
}
