import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { defineMessages } from '../../messages/messages.ts'
import s from '../form.module.css'
import { useLabel, useTexts } from '../texts.ts'
import { ConfiguredText } from './configured-text.tsx'
import { blank, describe, isShown, labelOf, type Described } from './describe.ts'
import type { InputProps } from './field-props.ts'

const texts = defineMessages({
  add: { en: 'Add', de: 'Hinzufügen' },
  remove: { en: 'Remove entry {number}', de: 'Eintrag {number} entfernen' },
  entry: { en: 'Entry {number}', de: 'Eintrag {number}' },
})

type Nested = Pick<InputProps, 'path' | 'value' | 'onChange' | 'errors' | 'disabled' | 'Field'>
type Values = Record<string, unknown>

/** The fields of an object below one another. */
export const GroupInput = ({ described, ...group }: InputProps) => <Fields {...group} fields={described.fields!} />

function Fields({
  fields,
  path,
  onChange,
  errors,
  disabled,
  Field,
  ...group
}: Nested & { fields: Described['fields'] }) {
  const value = (group.value ?? {}) as Values
  const shown = Object.entries(fields ?? {}).filter(([, schema]) => isShown(schema, value))
  return (
    <div className={s['group']}>
      {shown.map(([key, schema]) => (
        <Field
          key={key}
          name={key}
          place={`${path}.`}
          schema={schema}
          value={value[key]}
          siblings={value}
          errors={errors}
          disabled={disabled}
          onChange={(next) => onChange({ ...value, [key]: next })}
        />
      ))}
    </div>
  )
}

/** Entries of the same shape: a line each while they are narrow, else one below the other. */
export function ListInput({ described, path, value, onChange, errors, disabled, siblings, Field }: InputProps) {
  const t = useTexts(texts)
  const entry = described.entry!
  const shape = describe(entry)
  const fields = Object.entries(shape.fields ?? {})
  const isWide = shape.variants !== undefined || fields.length > 3
  const entries: unknown[] = Array.isArray(value) ? value : []
  const replace = (at: number, next: unknown) => onChange(entries.map((old, i) => (i === at ? next : old)))

  return (
    <div className={s['list']}>
      {entries.map((item, at) => (
        <div
          key={at}
          className={isWide ? s['entry'] : s['line']}
          role="group"
          aria-label={t.entry({ number: at + 1 })}
          style={isWide ? undefined : { gridTemplateColumns: `repeat(${fields.length}, minmax(0, 1fr)) 28px` }}
        >
          {isWide && <div className={s['entryHead']}>{t.entry({ number: at + 1 })}</div>}
          {content((item ?? {}) as Values, at)}
          <Remove at={at} isWide={isWide} disabled={disabled} onChange={onChange} entries={entries} />
        </div>
      ))}
      <Add disabled={disabled} onClick={() => onChange([...entries, blank(entry)])} />
    </div>
  )

  function content(row: Values, at: number): ReactNode {
    const place = `${path}.${at}`
    if (shape.variants) {
      const nested = { path: place, value: row, errors, disabled, Field, schema: entry, options: {} }
      return <Variants {...nested} variants={shape.variants} onChange={(next) => replace(at, next)} />
    }
    return fields.map(([key, schema]) => (
      <div key={key} className={isWide ? s['entryField'] : s['cell']} data-first={at === 0 || undefined}>
        <Field
          name={key}
          place={`${place}.`}
          schema={schema}
          value={row[key]}
          siblings={{ ...siblings, ...row }}
          errors={errors}
          disabled={disabled}
          onChange={(next) => replace(at, { ...row, [key]: next })}
        />
      </div>
    ))
  }
}

type RemoveProps<T> = {
  at: number
  isWide?: boolean
  disabled: boolean
  entries: T[]
  onChange: (left: T[]) => void
}

function Remove<T>({ at, isWide = false, disabled, entries, onChange }: RemoveProps<T>) {
  const t = useTexts(texts)
  return (
    <ActionIcon
      className={isWide ? s['removeEntry'] : s['remove']}
      size="xs"
      aria-label={t.remove({ number: at + 1 })}
      disabled={disabled}
      onClick={() => onChange(entries.filter((_, i) => i !== at))}
    >
      <IconTrash size={14} />
    </ActionIcon>
  )
}

function Add({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  const t = useTexts(texts)
  return (
    <Button
      size="xs"
      variant="default"
      className={s['add']}
      leftSection={<IconPlus size={13} />}
      disabled={disabled}
      onClick={onClick}
    >
      {t.add()}
    </Button>
  )
}

/** An object of one of several shapes: the one chosen, and its fields. */
export const VariantsInput = ({ described, ...field }: InputProps) => (
  <Variants {...field} variants={described.variants!} />
)

type VariantsProps = Nested & Pick<InputProps, 'schema' | 'options'> & { variants: NonNullable<Described['variants']> }

function Variants({ variants: { key, options: shapes }, schema, options, ...nested }: VariantsProps) {
  const read = useLabel()
  const { path, errors, disabled, onChange } = nested
  const value = (nested.value ?? {}) as Values
  const chosen = String(value[key] ?? Object.keys(shapes)[0])
  const { label, options: named } = labelOf(key, schema)
  const names = { ...named, ...options }
  const choose = (next: string) => {
    const kept = Object.entries(shapes[next] ?? {}).map(([name, field]) => [name, value[name] ?? blank(field)])
    onChange({ [key]: next, ...Object.fromEntries(kept) })
  }
  return (
    <div className={s['group']}>
      <Select
        aria-label={read(label)}
        error={errors[`${path}.${key}`]}
        data={Object.keys(shapes).map((shape) => ({ value: shape, label: names[shape] ? read(names[shape]) : shape }))}
        value={chosen}
        allowDeselect={false}
        disabled={disabled}
        onChange={(next) => next && choose(next)}
      />
      <Fields {...nested} fields={shapes[chosen]} />
    </div>
  )
}

const anyText = z.string()

/** Names and values, as many as are needed. */
export function PairsInput({ value, onChange, disabled, described }: InputProps) {
  const read = useLabel()
  const pairs = Object.entries((value ?? {}) as Record<string, string>)
  const keep = (next: [string, string][]) => onChange(Object.fromEntries(next))
  const change = (at: number, pair: [string, string]) => keep(pairs.map((old, i) => (i === at ? pair : old)))
  const names = { key: read(labelOf('key', anyText).label), value: read(labelOf('value', anyText).label) }
  return (
    <div className={s['list']}>
      {pairs.map(([key, text], at) => (
        <div key={at} className={s['line']} style={{ gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 28px' }}>
          <TextInput
            aria-label={names.key}
            placeholder={names.key}
            value={key}
            disabled={disabled}
            onChange={(event) => change(at, [event.currentTarget.value, text])}
          />
          <div>
            <ConfiguredText
              label={names.value}
              placeholder={names.value}
              value={text}
              disabled={disabled}
              isReadable={described.meta.readable === true}
              onChange={(next) => change(at, [key, next])}
            />
          </div>
          <Remove at={at} disabled={disabled} entries={pairs} onChange={keep} />
        </div>
      ))}
      <Add disabled={disabled || pairs.some(([key]) => key === '')} onClick={() => keep([...pairs, ['', '']])} />
    </div>
  )
}
