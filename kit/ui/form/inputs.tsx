import { MultiSelect, NumberInput, PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { defineMessages } from '../../messages/messages.ts'
import s from '../form.module.css'
import { useLabel, useTexts } from '../texts.ts'
import { ConfiguredText } from './configured-text.tsx'
import { CronInput } from './cron-input.tsx'
import type { InputKind } from './describe.ts'
import type { InputProps } from './field-props.ts'
import { describedBy } from './frame.tsx'
import { JsonInput } from './json-input.tsx'
import { GroupInput, ListInput, PairsInput, VariantsInput } from './nested-inputs.tsx'
import { referenceSources, usePickers } from './pickers.tsx'
import { ReferenceInput } from './reference-input.tsx'

const CodeEditor = lazy(() => import('../code-editor.tsx').then((module) => ({ default: module.CodeEditor })))

const texts = defineMessages({
  secretSet: { en: 'Stored; leave empty to keep', de: 'Hinterlegt; leer lassen, um es zu behalten' },
  tags: { en: 'Type and press Enter', de: 'Eingeben und Enter drücken' },
  show: { en: 'Show or hide', de: 'Anzeigen oder verbergen' },
})

/** The input of each kind of field. */
export const inputs: Record<InputKind, ComponentType<InputProps>> = {
  text: (field) => <ConfiguredText {...typed(field)} />,
  template: (field) => <ConfiguredText {...typed(field)} isCode />,
  long_text: LongTextInput,
  password: StoredSecretInput,
  email: (field) => <TextInput {...bare(field)} {...text(field)} type="email" />,
  number: WholeOrDecimalInput,
  switch: SwitchInput,
  select: SelectInput,
  multi: MultiSelectInput,
  tags: TagsListInput,
  date: (field) => <TextInput {...bare(field)} {...text(field)} type="date" value={textOf(field.value).slice(0, 10)} />,
  date_time: DateTimeInput,
  time: (field) => <TextInput {...bare(field)} {...text(field)} type="time" />,
  json: (field) => <JsonInput {...bare(field)} value={field.value} onChange={field.onChange} />,
  code: CodeInput,
  cron: (field) => <CronInput {...bare(field)} value={textOf(field.value)} onChange={field.onChange} />,
  duration: DurationInput,
  group: GroupInput,
  list: ListInput,
  pairs: PairsInput,
  variants: VariantsInput,
  reference: PickedInput,
  picker: PickedInput,
}

/** What an input of Mantine's own is told of every field. */
function bare({ id, frame, disabled, described, onBlur }: InputProps) {
  return {
    ...frame,
    id,
    disabled,
    placeholder: described.meta.placeholder,
    'aria-required': described.required || undefined,
    ...(onBlur && { onBlur }),
  }
}

/** The value of a field as text; an object, a stored secret, has none. */
const textOf = (value: unknown) =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value)

/** Hands on what was typed; nothing is null where the field may be null. */
const typing =
  ({ described, onChange }: InputProps) =>
  (entered: string) =>
    onChange(entered === '' && described.nullable ? null : entered)

function text(field: InputProps) {
  const change = typing(field)
  return {
    value: textOf(field.value),
    onChange: (event: { currentTarget: HTMLInputElement }) => change(event.currentTarget.value),
  }
}

function typed(field: InputProps) {
  const { id, frame, disabled, described, onBlur } = field
  return {
    id,
    frame,
    disabled,
    onBlur,
    placeholder: described.meta.placeholder,
    required: described.required,
    isReadable: described.meta.readable === true,
    value: textOf(field.value),
    onChange: typing(field),
  }
}

function LongTextInput(field: InputProps) {
  const { lines } = field.described.meta
  return <ConfiguredText {...typed(field)} lines={{ least: lines ?? 3, most: lines ?? 18 }} />
}

function StoredSecretInput(field: InputProps) {
  const t = useTexts(texts)
  const { value, onChange } = field
  const { placeholder, ...shared } = bare(field)
  const isStored = typeof value === 'object' && value !== null && 'set' in value
  return (
    <PasswordInput
      {...shared}
      autoComplete="new-password"
      placeholder={isStored ? t.secretSet() : placeholder}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t.show() }}
    />
  )
}

function WholeOrDecimalInput(field: InputProps) {
  const { described, value, onChange } = field
  return (
    <NumberInput
      {...bare(field)}
      allowDecimal={!described.integer}
      {...(described.meta.suffix && { suffix: ` ${described.meta.suffix}` })}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(entered) => onChange(entered === '' ? emptyOf(field) : entered)}
    />
  )
}

/** What a field holds when nothing is entered or chosen. */
const emptyOf = ({ described }: InputProps) => (described.nullable ? null : undefined)

function SwitchInput({ id, title, frame, value, onChange, onBlur, disabled }: InputProps) {
  return (
    <Switch
      id={id}
      label={title}
      description={frame.description}
      error={frame.error}
      aria-invalid={frame.error === undefined ? undefined : true}
      checked={Boolean(value)}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...(onBlur && { onBlur })}
      disabled={disabled}
      classNames={{ label: s['switchLabel']! }}
      size="sm"
    />
  )
}

/** The choices of a field with their names in the user's language; with more than eight, there is a search. */
function useChoices({ described: { choices }, options }: Pick<InputProps, 'described' | 'options'>) {
  const read = useLabel()
  return {
    data: choices.map((choice) => ({ value: choice, label: options[choice] ? read(options[choice]) : choice })),
    searchable: choices.length > 8,
  }
}

function SelectInput(field: InputProps) {
  const { described, value, onChange } = field
  return (
    <Select
      {...bare(field)}
      {...useChoices(field)}
      value={value === undefined || value === null ? null : String(value)}
      allowDeselect={false}
      clearable={!described.required && described.nullable}
      onChange={(chosen) => onChange(chosen ?? emptyOf(field))}
    />
  )
}

function MultiSelectInput(field: InputProps) {
  return <MultiSelect {...bare(field)} {...useChoices(field)} value={textsOf(field.value)} onChange={field.onChange} />
}

const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

function TagsListInput(field: InputProps) {
  const t = useTexts(texts)
  const { placeholder, ...shared } = bare(field)
  return (
    <TagsInput
      {...shared}
      placeholder={placeholder ?? t.tags()}
      value={textsOf(field.value)}
      onChange={field.onChange}
      acceptValueOnBlur
    />
  )
}

function DateTimeInput(field: InputProps) {
  return (
    <TextInput
      {...bare(field)}
      type="datetime-local"
      value={localTime(textOf(field.value))}
      onChange={({ currentTarget: { value } }) => field.onChange(value ? new Date(value).toISOString() : null)}
    />
  )
}

/** An ISO moment as the browser's date-time input wants it: local, without zone. */
function localTime(iso: string) {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime())
    ? ''
    : new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function CodeInput({ id, title, frame, described, value, onChange, disabled }: InputProps) {
  const isWrong = frame.error !== undefined
  return (
    <div className={s['editor']} data-error={isWrong || undefined} data-wrong={isWrong ? '' : undefined}>
      <Suspense fallback={<div className={s['editorWait']} />}>
        <CodeEditor
          value={textOf(value)}
          onChange={onChange}
          language={codeLanguage(described.meta.language)}
          label={title}
          readOnly={disabled}
          invalid={isWrong}
          describedBy={describedBy(id, frame)}
        />
      </Suspense>
    </div>
  )
}

const codeLanguage = (language: string | undefined) =>
  language === 'sql' || language === 'yaml' || language === 'json' || language === 'text' ? language : 'ts'

function DurationInput(field: InputProps) {
  const { placeholder = '2d 5h 30m', ...shared } = bare(field)
  return <TextInput {...shared} {...text(field)} placeholder={placeholder} classNames={{ input: s['code']! }} />
}

/** A picker the screen brings along, an entry of another list, or, where the form knows neither, what is typed. */
function PickedInput({ title, described, value, frame, id, ...field }: InputProps) {
  const pickers = usePickers()
  const { data: choices } = useChoices({ described, options: field.options })
  const { input = '', of, by, placeholder } = described.meta
  const { onChange, disabled, siblings } = field
  const shared = { id, name: title, frame, value, onChange, disabled, siblings, placeholder, choices }
  const own = pickers[input]
  if (own) return own(shared)
  const reference = of ? { of, by: by ?? 'name' } : referenceSources[described.meta.reference ?? input]
  if (reference) {
    const { required, entry } = described
    return <ReferenceInput {...shared} {...reference} required={required} several={entry !== undefined} />
  }
  const plain = { ...frame, id, value: typeof value === 'string' ? value : '', disabled }
  return described.choices.length > 0 ? (
    <Select {...plain} data={described.choices} value={plain.value || null} onChange={onChange} />
  ) : (
    <TextInput
      {...plain}
      placeholder={placeholder}
      onChange={(event) => onChange(event.currentTarget.value)}
      classNames={{ input: s['code']! }}
    />
  )
}
