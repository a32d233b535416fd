import { MultiSelect, Select, TextInput } from '@mantine/core'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { FilterDraft } from './filter-kinds.ts'
import s from './explorer.module.css'
import { RelationPicker } from './relation-picker.tsx'

const texts = defineMessages({
  value: { en: 'Value', de: 'Wert' },
  from: { en: 'From', de: 'Von' },
  until: { en: 'Until', de: 'Bis' },
  list: { en: 'Values, separated by commas', de: 'Werte, durch Komma getrennt' },
})

type Props = { field: StructureField; draft: FilterDraft; onChange: (change: Partial<FilterDraft>) => void }

/** The value a field is compared with, entered as fits its type; of a range both ends. */
export function FilterValue({ field, draft, onChange }: Props) {
  const t = useTexts(texts)
  const { operator, value, until } = draft
  const inside = { withinPortal: false }
  if (field.related_structure_id)
    return (
      <RelationPicker
        field={field}
        inside
        aria-label={t.value()}
        value={asText(value)}
        onChange={(next) => onChange({ value: next })}
      />
    )
  if (field.type === 'choice' && operator === 'in')
    return (
      <MultiSelect
        searchable
        aria-label={t.value()}
        data={field.values ?? []}
        value={asList(value)}
        onChange={(next) => onChange({ value: next })}
        comboboxProps={inside}
      />
    )
  if (field.type === 'choice')
    return (
      <Select
        aria-label={t.value()}
        data={field.values ?? []}
        value={asText(value) || null}
        onChange={(next) => onChange({ value: next ?? '' })}
        comboboxProps={inside}
      />
    )
  if (operator === 'between')
    return (
      <span className={s['range']}>
        <OneValue field={field} label={t.from()} value={value} onChange={(next) => onChange({ value: next })} />
        <OneValue field={field} label={t.until()} value={until} onChange={(next) => onChange({ until: next })} />
      </span>
    )
  return operator === 'in' ? (
    <TextInput
      aria-label={t.value()}
      placeholder={t.list()}
      value={asList(value).join(',')}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
    />
  ) : (
    <OneValue field={field} label={t.value()} value={value} onChange={(next) => onChange({ value: next })} />
  )
}

type OneProps = { field: StructureField; label: string; value: unknown; onChange: (value: string) => void }

function OneValue({ field: { type }, label, value, onChange }: OneProps) {
  if (type === 'date_time')
    return (
      <TextInput
        type="datetime-local"
        aria-label={label}
        value={localOf(asText(value))}
        onChange={(event) => onChange(momentOf(event.currentTarget.value))}
      />
    )
  return (
    <TextInput
      {...inputs[type]}
      aria-label={label}
      value={asText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const inputs: Partial<Record<StructureField['type'], object>> = {
  integer: { inputMode: 'numeric' },
  big_integer: { inputMode: 'numeric' },
  decimal: { inputMode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time', step: 1 },
}

const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value))
const asList = (value: unknown) =>
  Array.isArray(value) ? value.map(String) : asText(value) === '' ? [] : asText(value).split(',')

/** A moment as its input shows it, in the reader's zone, and back. */
function localOf(moment: string) {
  const at = new Date(moment)
  if (moment === '' || Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const momentOf = (local: string) => (local === '' ? '' : new Date(local).toISOString())
