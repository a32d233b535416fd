import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { Controller, useForm, useWatch, type Control, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldLabel } from '../define/resource.ts'
import { generalComplaint } from '../errors/common.ts'
import { defineMessages, say } from '../messages/messages.ts'
import { ApiError } from './api.ts'
import s from './form.module.css'
import { blank, describe, labelOf } from './form/describe.ts'
import { isShown } from './form/describe.ts'
import { FieldInput } from './form/field-input.tsx'
import { validate, resultOf } from './form/validate.ts'
import { showFirstWrong } from './first-wrong.ts'
import { useLanguage } from './language.ts'
import { useTexts } from './texts.ts'
import { toast } from './toast.tsx'
import { useUnsavedGuard } from './unsaved.ts'

const texts = defineMessages({
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  create: { en: 'Create', de: 'Anlegen' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  dirty: { en: 'Unsaved changes', de: 'Ungespeicherte Änderungen' },
  clean: { en: 'All changes saved', de: 'Alle Änderungen gespeichert' },
  isNew: { en: 'Not saved yet', de: 'Noch nicht gespeichert' },
  wrong: { en: 'That did not work', de: 'Das hat nicht geklappt' },
  readOnly: {
    en: 'You may look at this entry but not change it.',
    de: 'Sie dürfen diesen Eintrag ansehen, aber nicht ändern.',
  },
})

type Values = Record<string, unknown>
/** What stands beside the fields; as a function, half of the page and in step with what is typed. */
export type Aside = ReactNode | ((values: Values) => ReactNode)

type Props = {
  label: string
  fields: Record<string, z.ZodType>
  /** Rows of the form, each with its fields side by side. */
  rows: readonly (readonly string[])[]
  labels: Record<string, FieldLabel>
  /** What the values have to fit before they are sent: only the changed ones of an entry, all of a new one. */
  schema: z.ZodType
  /** Of the entry to change; without them a new one is made. */
  values?: Values | undefined
  /** Values a new entry begins with. */
  initial?: Values | undefined
  /** Sends; throws what the server refused. */
  save: (body: Values) => Promise<void>
  onCancel?: (() => void) | undefined
  readOnly?: boolean
  aside?: Aside
  /** Sends every field instead of the changed ones. */
  whole?: boolean
}

/** The form of any entry: fields from a declaration, checks as one types, server's complaints at their fields, a guard for unsaved changes. */
export function EntryForm({
  label,
  fields: shape,
  rows,
  labels,
  schema,
  values: known,
  initial,
  save,
  onCancel,
  readOnly = false,
  aside,
  whole,
}: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const keys = rows.flat()
  const names = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(shape).map(([key, field]) => [key, labelOf(key, field, labels[key]).label[language]]),
      ),
    [shape, labels, language],
  )
  const resolver: Resolver<Values> = (values) => {
    const complaints = validate(schema, sendable(shape, keys, values, initial), language, names)
    const errors = Object.fromEntries(
      Object.entries(complaints).map(([place, message]) => [
        keyOf(place),
        { type: 'declared', message, types: complaints },
      ]),
    )
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
  const defaults = useMemo(
    () => Object.fromEntries(keys.map((key) => [key, known ? known[key] : (initial?.[key] ?? blank(shape[key]!))])),
    [known],
  )
  const form = useForm<Values>({ mode: 'onTouched', resolver, defaultValues: defaults, shouldFocusError: false })
  const { isDirty, isSubmitting, dirtyFields, submitCount, isSubmitSuccessful } = form.formState
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0 && !isSubmitSuccessful) showFirstWrong(element.current!)
  }, [submitCount, isSubmitSuccessful])
  useUnsavedGuard(isDirty && !isSubmitting && !readOnly)

  const complain = () => toast({ title: t.wrong(), message: say(generalComplaint(), language), tone: 'red' })
  const submit = form.handleSubmit(async (values) => {
    const sent = known && !whole ? keys.filter((key) => dirtyFields[key]) : keys
    try {
      await save(sendable(shape, sent, values, known ? undefined : initial))
      form.reset(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const types = Object.fromEntries(Object.entries(error.errors).map(([place, said]) => [place, said.join(' ')]))
      for (const [place, message] of Object.entries(types))
        if (keys.includes(keyOf(place))) form.setError(keyOf(place), { type: 'server', message, types })
        else toast({ title: message, tone: 'red' })
    }
  }, complain)

  return (
    <form ref={element} className={s['form']} noValidate onSubmit={submit} aria-label={label}>
      <div className={s['body']} data-aside={asideKind(aside)}>
        <div className={s['fields']} style={{ paddingTop: 22, alignContent: 'start' }}>
          {rows.flatMap((line) =>
            line.map((key) => (
              <Bound
                key={key}
                name={key}
                schema={shape[key]!}
                label={labels[key]}
                span={12 / Math.min(line.length, 4)}
                alone={line.length === 1}
                control={form.control}
                readOnly={readOnly}
              />
            )),
          )}
        </div>
        {aside !== undefined && (
          <div className={s['aside']}>
            {typeof aside === 'function' ? <Typed control={form.control} show={aside} /> : aside}
          </div>
        )}
      </div>
      <div className={s['saveBar']}>
        <span className={s['state']} aria-live="polite">
          {readOnly ? t.readOnly() : isDirty ? t.dirty() : known ? t.clean() : t.isNew()}
        </span>
        {onCancel && !known && (
          <Button variant="subtle" onClick={onCancel}>
            {t.cancel()}
          </Button>
        )}
        {known && !readOnly && (
          <Button variant="subtle" disabled={!isDirty} onClick={() => form.reset()}>
            {t.discard()}
          </Button>
        )}
        {!readOnly && (
          <Button type="submit" loading={isSubmitting} disabled={Boolean(known) && !isDirty}>
            {known ? t.save() : t.create()}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Right or wrong once it was looked at; before, a form is no list of what is still to be checked. */
function seenResult(
  complaint: string | undefined,
  field: { isTouched: boolean; isDirty: boolean },
  submitted: boolean,
) {
  const touched = field.isTouched || field.isDirty
  return touched || submitted ? resultOf(complaint, { touched, submitted }) : undefined
}

const keyOf = (place: string) => place.split('.')[0]!

const asideKind = (aside: Aside) => (aside === undefined ? undefined : typeof aside === 'function' ? 'half' : 'narrow')

/** What goes to the server: the form's keys, empty texts of nullable fields as null, absent values left out. */
function sendable(shape: Record<string, z.ZodType>, keys: string[], values: Values, fixed: Values = {}): Values {
  const entries = keys.map((key) => {
    const value = values[key]
    const { nullable, kind } = describe(shape[key]!)
    return [
      key,
      nullable && value === '' ? null : kind === 'select' && value === null && !nullable ? undefined : value,
    ] as const
  })
  return {
    ...Object.fromEntries(Object.entries(fixed).filter(([key]) => key in shape)),
    ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
  }
}

type BoundProps = {
  name: string
  schema: z.ZodType
  label: FieldLabel | undefined
  span: number
  alone: boolean
  control: Control<Values>
  readOnly: boolean
}

/** One field bound to the form; only it renders when its value changes. */
function Bound({ name, schema, label, span, alone, control, readOnly }: BoundProps) {
  const { kind, meta } = describe(schema)
  const siblings = useWatch({ control, disabled: !meta.when && kind !== 'picker' }) as Values | undefined
  if (meta.when && !isShown(schema, siblings ?? {})) return null
  const short = alone && ['number', 'select', 'date', 'date_time', 'time', 'duration', 'cron'].includes(kind)
  return (
    <div style={{ gridColumn: `span ${short ? 6 : span}` }}>
      <Controller
        name={name}
        control={control}
        render={({ field, fieldState, formState }) => {
          const { error } = fieldState
          return (
            <FieldInput
              name={name}
              schema={schema}
              label={label}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              errors={(error?.types ?? {}) as Record<string, string>}
              disabled={readOnly}
              siblings={siblings ?? {}}
              result={readOnly ? undefined : seenResult(error?.message, fieldState, formState.isSubmitted)}
            />
          )
        }}
      />
    </div>
  )
}

/** What follows the values as they are typed. */
const Typed = ({ control, show }: { control: Control<Values>; show: (values: Values) => ReactNode }) =>
  show(useWatch({ control }) as Values)
