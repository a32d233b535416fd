import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useMemo } from 'react'
import { widthOf } from './cell-value.tsx'

const texts = defineMessages({
  state: { en: 'State', de: 'Zustand' },
  changed: { en: 'Changed', de: 'Geändert' },
})

export type Column = { key: string; title: string; hint: string; width: number; field?: StructureField }

/** The columns of a grid of records: the choice, the state, the fields and the time of the last change. */
export function useColumns(fields: StructureField[]) {
  const t = useTexts(texts)
  return useMemo<Column[]>(
    () => [
      { key: 'choose', title: '', hint: '', width: 38 },
      { key: '_dirty', title: t.state(), hint: '', width: 84 },
      ...fields.map((field) => ({
        key: field.name,
        title: field.label ?? field.name,
        hint: hintOf(field),
        width: widthOf(field),
        field,
      })),
      { key: '_updated_at', title: t.changed(), hint: 'ts', width: 176 },
    ],
    [fields, t],
  )
}

/** A field whose empty text is a value of its own, not none. */
export const isText = ({ type }: StructureField) => type === 'text' || type === 'long_text'
/** A field whose values have parts: neither sorted by nor changed in a cell. */
export const isNested = ({ type }: StructureField) => ['object', 'list', 'json'].includes(type)

export const isSortable = ({ key, field }: Column) => (field ? !isNested(field) : key === '_updated_at')

const hintOf = (field: StructureField) =>
  isText(field)
    ? 'text'
    : field.type
        .replace('big_integer', 'bigint')
        .replace('integer', 'int')
        .replace('decimal', 'num')
        .replace('date_time', 'ts')
        .replace('boolean', 'bool')
