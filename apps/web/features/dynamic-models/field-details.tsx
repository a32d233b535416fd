import { Checkbox, NumberInput, Select, TagsInput } from '@mantine/core'
import type { ModelField } from '@weft/kit/define/model.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './dynamic-models.module.css'

const texts = defineMessages({
  length: { en: 'Length', de: 'Länge' },
  precision: { en: 'Digits', de: 'Stellen' },
  scale: { en: 'Behind the point', de: 'Nachkommastellen' },
  comma: { en: 'Decimal comma', de: 'Dezimalkomma' },
  order: { en: 'Order', de: 'Reihenfolge' },
  ymd: { en: 'year, month, day', de: 'Jahr, Monat, Tag' },
  dmy: { en: 'day, month, year', de: 'Tag, Monat, Jahr' },
  mdy: { en: 'month, day, year', de: 'Monat, Tag, Jahr' },
  yes: { en: 'Means yes', de: 'Bedeutet ja' },
  no: { en: 'Means no', de: 'Bedeutet nein' },
})

/** How values of a field are read: lengths, digits, order of a date, words for yes and no. */
export function FieldDetails({
  field,
  disabled,
  onChange,
}: {
  field: ModelField
  disabled: boolean
  onChange: (changes: Partial<ModelField>) => void
}) {
  const t = useTexts(texts)
  const number = (label: string, key: 'length' | 'precision' | 'scale', max: number) => (
    <NumberInput
      size="xs"
      aria-label={label}
      placeholder={label}
      title={label}
      hideControls
      w={64}
      min={key === 'scale' ? 0 : 1}
      max={max}
      value={field[key] ?? ''}
      disabled={disabled}
      onChange={(value) => onChange({ [key]: typeof value === 'number' ? value : undefined })}
    />
  )
  switch (field.type) {
    case 'text':
      return number(t.length(), 'length', 65_535)
    case 'decimal':
      return (
        <div className={s['details']}>
          {number(t.precision(), 'precision', 65)}
          {number(t.scale(), 'scale', 30)}
          <Checkbox
            size="xs"
            label={t.comma()}
            checked={field.decimal_comma ?? false}
            disabled={disabled}
            onChange={(event) => onChange({ decimal_comma: event.currentTarget.checked })}
          />
        </div>
      )
    case 'integer':
    case 'big_integer':
      return null
    case 'date':
    case 'date_time':
      return (
        <Select
          size="xs"
          w={170}
          aria-label={t.order()}
          data={(['ymd', 'dmy', 'mdy'] as const).map((order) => ({ value: order, label: t[order]() }))}
          value={field.date_order ?? 'ymd'}
          allowDeselect={false}
          disabled={disabled}
          onChange={(order) => order && onChange({ date_order: order })}
        />
      )
    case 'boolean':
      return (
        <div className={s['details']}>
          <TagsInput
            size="xs"
            w={116}
            aria-label={t.yes()}
            placeholder={field.true_words?.length ? '' : t.yes()}
            value={field.true_words ?? []}
            disabled={disabled}
            onChange={(words) => onChange({ true_words: words })}
          />
          <TagsInput
            size="xs"
            w={116}
            aria-label={t.no()}
            placeholder={field.false_words?.length ? '' : t.no()}
            value={field.false_words ?? []}
            disabled={disabled}
            onChange={(words) => onChange({ false_words: words })}
          />
        </div>
      )
    default:
      return null
  }
}
