import {
  ActionIcon,
  Button,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useId, type ReactNode } from 'react'
import { z } from 'zod'
import type { FieldLabel } from '../../define/resource.ts'
import { defineMessages } from '../../messages/messages.ts'
import s from '../form.module.css'
import { useLabel, useTexts } from '../texts.ts'
import { ConfiguredText } from './configured-text.tsx'
import { CronInput } from './cron-input.tsx'
import { blank, describe, labelOf, type Described } from './describe.ts'
import { describedBy, GroupFrame, type FieldFrame } from './frame.tsx'
import { JsonInput } from './json-input.tsx'
import type { FieldResult } from './validate.ts'
import { referenceSources, usePickers } from './pickers.tsx'
import { ReferenceInput } from './reference-input.tsx'
import { ResultMark } from './result-mark.tsx'

const CodeEditor = lazy(() => import('../code-editor.tsx').then((module) => ({ default: module.CodeEditor })))

const texts = defineMessages({
  add: { en: 'Add', de: 'Hinzufügen' },
  remove: { en: 'Remove entry {number}', de: 'Eintrag {number} entfernen' },
  entry: { en: 'Entry {number}', de: 'Eintrag {number}' },
  secretSet: { en: 'Stored; leave empty to keep', de: 'Hinterlegt; leer lassen, um es zu behalten' },
  tags: { en: 'Type and press Enter', de: 'Eingeben und Enter drücken' },
  show: { en: 'Show or hide', de: 'Anzeigen oder verbergen' },
})

export type FieldProps = {
  /** The key of the field; with `place` in front, its dotted path in the form. */
  name: string
  place?: string
  schema: z.ZodType
  label?: FieldLabel | undefined
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: (() => void) | undefined
  /** Complaints by dotted path; those at this field and below are shown here. */
  errors?: Record<string, string> | undefined
  result?: FieldResult | undefined
  siblings?: Record<string, unknown>
  disabled?: boolean
  secret?: boolean
}

/** One field of a form: label, the input its schema asks for, help and complaint. */
export function FieldInput(props: FieldProps) {
  const {
    name,
    place = '',
    schema,
    errors = {},
    result,
    value,
    onChange,
    onBlur,
    disabled = false,
    siblings = {},
    secret,
  } = props
  const read = useLabel()
  const t = useTexts(texts)
  const id = useId()
  const described = describe(schema)
  const { label, help, options } = labelOf(name, schema, props.label)
  const title = read(label)
  const path = place + name
  const complaint = errors[path] ?? (isGroup(described) ? undefined : belowOf(errors, path))
  const option = (choice: string) => ({ value: choice, label: options[choice] ? read(options[choice]) : choice })
  if (described.kind === 'switch') {
    return (
      <Switch
        id={id}
        label={title}
        description={help && read(help)}
        checked={Boolean(value)}
        onChange={(event) => onChange(event.currentTarget.checked)}
        onBlur={onBlur}
        disabled={disabled}
        error={complaint}
        aria-invalid={complaint ? true : undefined}
        classNames={{ label: s['switchLabel']! }}
        size="sm"
      />
    )
  }
  const frame: FieldFrame = {
    label: <Label title={title} required={described.required} result={result} />,
    labelProps: { className: s['wide']! },
    description: complaint ? undefined : help && read(help),
    error: complaint,
  }
  const bare = {
    ...frame,
    id,
    disabled,
    placeholder: described.meta.placeholder,
    'aria-required': described.required || undefined,
    ...(onBlur && { onBlur }),
  }
  return isGroup(described) ? (
    <GroupFrame id={id} isCode={described.kind === 'code'} {...frame}>
      {input()}
    </GroupFrame>
  ) : (
    input()
  )

  function input(): ReactNode {
    const text =
      typeof value === 'string'
        ? value
        : value === undefined || value === null
          ? ''
          : typeof value === 'object'
            ? ''
            : String(value)
    const plain = {
      id,
      frame,
      disabled,
      placeholder: described.meta.placeholder,
      required: described.required,
      onBlur,
      isReadable: described.meta.readable === true,
    }
    const emptied = (entered: string) => onChange(entered === '' && described.nullable ? null : entered)
    if (secret || described.kind === 'password') {
      const stored = typeof value === 'object' && value !== null && 'set' in value
      return (
        <PasswordInput
          {...bare}
          autoComplete="new-password"
          placeholder={stored ? t.secretSet() : bare.placeholder}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t.show() }}
        />
      )
    }
    switch (described.kind) {
      case 'long_text':
        return (
          <ConfiguredText
            {...plain}
            lines={{ least: described.meta.lines ?? 3, most: described.meta.lines ?? 18 }}
            value={text}
            onChange={emptied}
          />
        )
      case 'number':
        return (
          <NumberInput
            {...bare}
            allowDecimal={!described.integer}
            {...(described.meta.suffix && { suffix: ` ${described.meta.suffix}` })}
            value={typeof value === 'number' || typeof value === 'string' ? value : ''}
            onChange={(entered) => onChange(entered === '' ? (described.nullable ? null : undefined) : entered)}
          />
        )
      case 'select':
        return (
          <Select
            {...bare}
            data={described.choices.map(option)}
            value={value === undefined || value === null ? null : String(value)}
            allowDeselect={false}
            clearable={!described.required && described.nullable}
            searchable={described.choices.length > 8}
            onChange={(chosen) => onChange(chosen ?? (described.nullable ? null : undefined))}
          />
        )
      case 'multi':
        return (
          <MultiSelect
            {...bare}
            data={described.choices.map(option)}
            value={Array.isArray(value) ? value.map(String) : []}
            onChange={onChange}
            searchable={described.choices.length > 8}
          />
        )
      case 'tags':
        return (
          <TagsInput
            {...bare}
            placeholder={bare.placeholder ?? t.tags()}
            value={Array.isArray(value) ? value.map(String) : []}
            onChange={onChange}
            acceptValueOnBlur
          />
        )
      case 'cron':
        return <CronInput {...bare} value={text} onChange={onChange} />
      case 'duration':
        return (
          <TextInput
            {...bare}
            placeholder={bare.placeholder ?? '2d 5h 30m'}
            classNames={{ input: s['code']! }}
            value={text}
            onChange={(event) => emptied(event.currentTarget.value)}
          />
        )
      case 'json':
        return <JsonInput {...bare} value={value} onChange={onChange} />
      case 'code':
        return (
          <div
            className={s['editor']}
            data-error={complaint ? true : undefined}
            data-wrong={complaint ? '' : undefined}
          >
            <Suspense fallback={<div className={s['editorWait']} />}>
              <CodeEditor
                value={text}
                onChange={onChange}
                language={codeLanguage(described.meta.language)}
                label={title}
                readOnly={disabled}
                invalid={Boolean(complaint)}
                describedBy={describedBy(id, frame)}
              />
            </Suspense>
          </div>
        )
      case 'date':
        return (
          <TextInput
            {...bare}
            type="date"
            value={text.slice(0, 10)}
            onChange={(event) => emptied(event.currentTarget.value)}
          />
        )
      case 'date_time':
        return (
          <TextInput
            {...bare}
            type="datetime-local"
            value={localTime(text)}
            onChange={(event) =>
              onChange(event.currentTarget.value ? new Date(event.currentTarget.value).toISOString() : null)
            }
          />
        )
      case 'time':
        return <TextInput {...bare} type="time" value={text} onChange={(event) => emptied(event.currentTarget.value)} />
      case 'email':
        return (
          <TextInput {...bare} type="email" value={text} onChange={(event) => emptied(event.currentTarget.value)} />
        )
      case 'group':
        return (
          <GroupInput
            fields={described.fields!}
            place={`${path}.`}
            value={(value ?? {}) as Record<string, unknown>}
            onChange={onChange}
            errors={errors}
            disabled={disabled}
          />
        )
      case 'list':
        return (
          <ListInput
            entry={described.entry!}
            path={path}
            value={Array.isArray(value) ? value : []}
            onChange={onChange}
            errors={errors}
            disabled={disabled}
            siblings={siblings}
          />
        )
      case 'variants':
        return (
          <VariantsInput
            variants={described.variants!}
            schema={schema}
            path={path}
            value={(value ?? {}) as Record<string, unknown>}
            onChange={onChange}
            errors={errors}
            disabled={disabled}
            options={options}
          />
        )
      case 'pairs':
        return (
          <PairsInput
            value={(value ?? {}) as Record<string, string>}
            onChange={onChange}
            disabled={disabled}
            isReadable={described.meta.readable === true}
          />
        )
      case 'reference':
      case 'picker':
        return <Picked {...props} described={described} id={id} title={title} frame={frame} />
      default:
        return <ConfiguredText {...plain} value={text} onChange={emptied} isCode={described.kind === 'template'} />
    }
  }
}

const blankText = z.string()
/** The first complaint about a part of a field that has no input of its own for it: one of several tags. */
const belowOf = (errors: Record<string, string>, path: string) =>
  Object.entries(errors).find(([place]) => place.startsWith(`${path}.`))?.[1]
const isGroup = ({ kind }: Described) => ['group', 'list', 'variants', 'pairs', 'code'].includes(kind)
const codeLanguage = (language: string | undefined) =>
  language === 'sql' || language === 'yaml' || language === 'json' || language === 'text' ? language : 'ts'

/** An ISO moment as the browser's date-time input wants it: local, without zone. */
function localTime(iso: string) {
  if (!iso) return ''
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime())
    ? ''
    : new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const Label = ({ title, required, result }: { title: string; required: boolean; result: FieldResult | undefined }) => (
  <span className={s['label']}>
    <span>
      {title}
      {required && <sup aria-hidden> *</sup>}
    </span>
    {result && <ResultMark result={result} />}
  </span>
)

function Picked({
  schema,
  value,
  onChange,
  disabled = false,
  siblings = {},
  described,
  id,
  title,
  frame,
}: FieldProps & { described: Described; id: string; title: string; frame: FieldFrame }) {
  const pickers = usePickers()
  const { input = '', of, by, placeholder } = described.meta
  const shared = { id, name: title, frame, value, onChange, disabled, siblings, placeholder }
  const own = pickers[input]
  if (own) return own(shared)
  const reference = of ? { of, by: by ?? 'name' } : referenceSources[described.meta.reference ?? input]
  if (reference)
    return (
      <ReferenceInput
        {...shared}
        {...reference}
        required={described.required}
        several={described.entry !== undefined}
      />
    )
  const plain = typeof value === 'string' ? value : ''
  return describe(schema).choices.length > 0 ? (
    <Select {...frame} id={id} data={described.choices} value={plain || null} onChange={onChange} disabled={disabled} />
  ) : (
    <TextInput
      {...frame}
      id={id}
      value={plain}
      placeholder={placeholder}
      onChange={(event) => onChange(event.currentTarget.value)}
      disabled={disabled}
      classNames={{ input: s['code']! }}
    />
  )
}

type Nested = { errors?: Record<string, string>; disabled: boolean }

/** The fields of an object below one another. */
function GroupInput({
  fields,
  place,
  value,
  onChange,
  errors = {},
  disabled,
  skip,
}: Nested & {
  fields: Record<string, z.ZodType>
  place: string
  value: Record<string, unknown>
  onChange: (value: unknown) => void
  skip?: string
}) {
  return (
    <div className={s['group']}>
      {Object.entries(fields).map(([key, schema]) =>
        key === skip || !isShown(schema, value) ? null : (
          <FieldInput
            key={key}
            name={key}
            place={place}
            schema={schema}
            value={value[key]}
            siblings={value}
            errors={errors}
            disabled={disabled}
            onChange={(next) => onChange({ ...value, [key]: next })}
          />
        ),
      )}
    </div>
  )
}

/** Whether a field counts with these values: `.meta({ when: { field, is } })`. */
export function isShown(schema: z.ZodType, values: Record<string, unknown>) {
  const { when } = describe(schema).meta
  return !when || when.is.includes(values[when.field])
}

function ListInput({
  entry,
  path,
  value,
  onChange,
  errors = {},
  disabled,
  siblings,
}: Nested & {
  entry: z.ZodType
  path: string
  value: unknown[]
  onChange: (value: unknown) => void
  siblings: Record<string, unknown>
}) {
  const t = useTexts(texts)
  const described = describe(entry)
  const fields = Object.entries(described.fields ?? {})
  const narrow = described.variants !== undefined || fields.length > 3
  const replace = (at: number, next: unknown) => onChange(value.map((old, i) => (i === at ? next : old)))
  return (
    <div className={s['list']}>
      {value.map((item, at) => {
        const row = (item ?? {}) as Record<string, unknown>
        return (
          <div
            key={at}
            className={narrow ? s['entry'] : s['line']}
            role="group"
            aria-label={t.entry({ number: at + 1 })}
            style={narrow ? undefined : { gridTemplateColumns: `repeat(${fields.length}, minmax(0, 1fr)) 28px` }}
          >
            {narrow && <div className={s['entryHead']}>{t.entry({ number: at + 1 })}</div>}
            {described.variants ? (
              <VariantsInput
                variants={described.variants}
                schema={entry}
                path={`${path}.${at}`}
                value={row}
                onChange={(next) => replace(at, next)}
                errors={errors}
                disabled={disabled}
                options={{}}
              />
            ) : (
              fields.map(([key, schema]) => (
                <div key={key} className={narrow ? s['entryField'] : s['cell']} data-first={at === 0 || undefined}>
                  <FieldInput
                    name={key}
                    place={`${path}.${at}.`}
                    schema={schema}
                    value={row[key]}
                    siblings={{ ...siblings, ...row }}
                    errors={errors}
                    disabled={disabled}
                    onChange={(next) => replace(at, { ...row, [key]: next })}
                  />
                </div>
              ))
            )}
            <ActionIcon
              className={narrow ? s['removeEntry'] : s['remove']}
              size="xs"
              aria-label={t.remove({ number: at + 1 })}
              disabled={disabled}
              onClick={() => onChange(value.filter((_, i) => i !== at))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </div>
        )
      })}
      <Button
        size="xs"
        variant="default"
        className={s['add']}
        leftSection={<IconPlus size={13} />}
        disabled={disabled}
        onClick={() => onChange([...value, blank(entry)])}
      >
        {t.add()}
      </Button>
    </div>
  )
}

function VariantsInput({
  variants,
  schema,
  path,
  value,
  onChange,
  errors,
  disabled,
  options,
}: Nested & {
  variants: NonNullable<Described['variants']>
  schema: z.ZodType
  path: string
  value: Record<string, unknown>
  onChange: (value: unknown) => void
  options: Record<string, { en: string; de: string }>
}) {
  const read = useLabel()
  const { key } = variants
  const chosen = String(value[key] ?? Object.keys(variants.options)[0])
  const names = { ...labelOf(key, schema).options, ...options }
  const choose = (next: string | null) =>
    next &&
    onChange({
      [key]: next,
      ...Object.fromEntries(
        Object.entries(variants.options[next] ?? {}).map(([name, field]) => [name, value[name] ?? blank(field)]),
      ),
    })
  return (
    <div className={s['group']}>
      <Select
        aria-label={read(labelOf(key, schema).label)}
        error={errors?.[`${path}.${key}`]}
        data={Object.keys(variants.options).map((option) => ({
          value: option,
          label: names[option] ? read(names[option]) : option,
        }))}
        value={chosen}
        allowDeselect={false}
        disabled={disabled}
        onChange={choose}
      />
      <GroupInput
        fields={variants.options[chosen] ?? {}}
        place={`${path}.`}
        value={value}
        onChange={onChange}
        errors={errors ?? {}}
        disabled={disabled}
      />
    </div>
  )
}

function PairsInput({
  value,
  onChange,
  disabled,
  isReadable,
}: {
  value: Record<string, string>
  onChange: (value: unknown) => void
  disabled: boolean
  isReadable: boolean
}) {
  const t = useTexts(texts)
  const read = useLabel()
  const pairs = Object.entries(value)
  const keep = (next: [string, string][]) => onChange(Object.fromEntries(next))
  const names = { key: read(labelOf('key', blankText).label), value: read(labelOf('value', blankText).label) }
  return (
    <div className={s['list']}>
      {pairs.map(([key, text], at) => (
        <div key={at} className={s['line']} style={{ gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 28px' }}>
          <TextInput
            aria-label={names.key}
            placeholder={names.key}
            value={key}
            disabled={disabled}
            onChange={(event) => keep(pairs.map((pair, i) => (i === at ? [event.currentTarget.value, pair[1]] : pair)))}
          />
          <div>
            <ConfiguredText
              label={names.value}
              placeholder={names.value}
              value={text}
              disabled={disabled}
              isReadable={isReadable}
              onChange={(next) => keep(pairs.map((pair, i) => (i === at ? [pair[0], next] : pair)))}
            />
          </div>
          <ActionIcon
            size="xs"
            className={s['remove']}
            aria-label={t.remove({ number: at + 1 })}
            disabled={disabled}
            onClick={() => keep(pairs.filter((_, i) => i !== at))}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        className={s['add']}
        leftSection={<IconPlus size={13} />}
        disabled={disabled || '' in value}
        onClick={() => keep([...pairs, ['', '']])}
      >
        {t.add()}
      </Button>
    </div>
  )
}
