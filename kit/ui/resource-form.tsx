import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { Controller, useForm, useWatch, type Control, type FieldErrors, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { Resource } from '../define/resource.ts'
import { defineMessages } from '../messages/messages.ts'
import { api, ApiError, type Item } from './api.ts'
import { EmptyState } from './empty-state.tsx'
import s from './form.module.css'
import { blank, describe, labelOf } from './form/describe.ts'
import { FieldInput, isShown } from './form/field-input.tsx'
import { judge, resultOf, type FieldResult } from './form/judge.ts'
import { ResultMark, resultTexts } from './form/result-mark.tsx'
import { useLanguage } from './language.ts'
import { refresh } from './queries.ts'
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
  saved: { en: 'Saved', de: 'Gespeichert' },
  created: { en: 'Created', de: 'Angelegt' },
  check: { en: 'Form check', de: 'Formularprüfung' },
  gone: { en: 'This entry could not be loaded', de: 'Dieser Eintrag konnte nicht geladen werden' },
  readOnly: { en: 'You may look at this entry but not change it.', de: 'Sie dürfen diesen Eintrag ansehen, aber nicht ändern.' },
})

type Values = Record<string, unknown>
type Saved = { id: string } & Values

type Props = {
  resource: Resource
  /** Of the entry to change; without it a new one is created. */
  id?: string | undefined
  onSaved?: (row: Saved) => void
  onCancel?: (() => void) | undefined
  /** Values a new entry begins with. */
  initial?: Values
  readOnly?: boolean
  /** Between head and fields, or beside them. */
  aside?: ReactNode
}

/** Creates or changes an entry of a resource: the fields, their checks and their words come from its declaration. */
export function ResourceForm(props: Props) {
  const { resource, id } = props
  const t = useTexts(texts)
  const path = `/${resource.path}/${id}`
  const { data, error } = useQuery({
    queryKey: [path],
    enabled: Boolean(id),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { body, headers } = await api.send<Item<Saved>>('GET', path, { signal, quiet: true })
      return { row: body.data, etag: headers.get('etag') ?? undefined }
    },
  })
  if (!id) return <Form {...props} row={undefined} />
  if (error) return <EmptyState title={t.gone()} text={error.message} />
  if (!data) return <Waiting />
  return <Form key={data.etag ?? id} {...props} row={data.row} etag={data.etag} />
}

const Waiting = () => (
  <div className={s['body']} aria-busy="true">
    <div className={s['stack']}>
      {[60, 100, 80, 100].map((width, i) => (
        <Skeleton key={i} height={30} width={`${width}%`} mt={i === 0 ? 40 : 12} />
      ))}
    </div>
  </div>
)

function Form({ resource, row, etag, onSaved, onCancel, initial, readOnly = false, aside }: Props & { row: Saved | undefined; etag?: string | undefined }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const shape = resource.fields as Record<string, z.ZodType>
  const keys = resource.form.flat()
  const labels = resource.labels.fields as Record<string, Parameters<typeof labelOf>[2]>
  const names = useMemo(() => Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, labelOf(key, field, labels[key]).label[language]])), [shape, labels, language])
  const schema = row ? resource.changes : resource.draft
  const complaintsOf = (values: Values) => judge(schema, sendable(shape, keys, values, initial), language, names)
  const resolver: Resolver<Values> = (values) => {
    const complaints = complaintsOf(values)
    const errors = Object.fromEntries(Object.entries(complaints).map(([place, message]) => [place.split('.')[0]!, { type: 'declared', message, places: complaints }]))
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as FieldErrors<Values> } : { values, errors: {} }
  }
  const defaults = useMemo(() => Object.fromEntries(keys.map((key) => [key, row ? row[key] : (initial?.[key] ?? blank(shape[key]!))])), [row])
  const form = useForm<Values>({ mode: 'onTouched', resolver, defaultValues: defaults })
  const { isDirty, isSubmitting, dirtyFields } = form.formState
  useUnsavedGuard(isDirty && !isSubmitting && !readOnly)

  const submit = form.handleSubmit(async (values) => {
    const changed = row ? keys.filter((key) => dirtyFields[key]) : keys
    const body = sendable(shape, changed, values, row ? undefined : initial)
    try {
      const saved = row
        ? await api.put<Item<Saved>>(`/${resource.path}/${row.id}`, body, etag ? { headers: { 'if-match': etag } } : {})
        : await api.post<Item<Saved>>(`/${resource.path}`, body)
      toast({ title: row ? t.saved() : t.created(), message: String(saved.data['name'] ?? saved.data['label'] ?? saved.data['title'] ?? ''), tone: 'green' })
      form.reset(values)
      await refresh(`/${resource.path}`)
      onSaved?.(saved.data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const [place, said] of Object.entries(error.errors)) form.setError(place, { type: 'server', message: said.join(' ') })
    }
  })

  return (
    <form className={s['form']} noValidate onSubmit={submit} aria-label={resource.labels.one[language]}>
      <div className={s['body']}>
        <div className={s['fields']} style={{ paddingTop: 22, alignContent: 'start' }}>
          {resource.form.flatMap((line) => line.map((key) => <Bound key={key} name={key} schema={shape[key]!} label={labels[key]} span={12 / Math.min(line.length, 4)} alone={line.length === 1} control={form.control} readOnly={readOnly} />))}
        </div>
        <div className={s['aside']}>{aside ?? <Check control={form.control} keys={keys} complaintsOf={complaintsOf} shape={shape} />}</div>
      </div>
      <div className={s['saveBar']}>
        <span className={s['state']} aria-live="polite">
          {readOnly ? t.readOnly() : isDirty ? t.dirty() : row ? t.clean() : t.isNew()}
        </span>
        {onCancel && !row && (
          <Button variant="subtle" onClick={onCancel}>
            {t.cancel()}
          </Button>
        )}
        {row && !readOnly && (
          <Button variant="subtle" disabled={!isDirty} onClick={() => form.reset()}>
            {t.discard()}
          </Button>
        )}
        {!readOnly && (
          <Button type="submit" loading={isSubmitting} disabled={Boolean(row) && !isDirty}>
            {row ? t.save() : t.create()}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What goes to the server: the form's keys, empty texts of nullable fields as null, absent values left out. */
function sendable(shape: Record<string, z.ZodType>, keys: string[], values: Values, fixed: Values = {}): Values {
  const entries = keys.map((key) => {
    const value = values[key]
    const { nullable, kind } = describe(shape[key]!)
    return [key, nullable && value === '' ? null : kind === 'select' && value === null && !nullable ? undefined : value] as const
  })
  return { ...Object.fromEntries(Object.entries(fixed).filter(([key]) => key in shape)), ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) }
}

type BoundProps = { name: string; schema: z.ZodType; label: Parameters<typeof labelOf>[2]; span: number; alone: boolean; control: Control<Values>; readOnly: boolean }

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
          const error = fieldState.error as { message?: string; places?: Record<string, string> } | undefined
          const errors = error ? (error.places ?? { [name]: error.message ?? '' }) : {}
          return (
            <FieldInput
              name={name}
              schema={schema}
              label={label}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              errors={errors}
              disabled={readOnly}
              siblings={siblings ?? {}}
              result={readOnly ? undefined : resultOf(error?.message, { touched: fieldState.isTouched || fieldState.isDirty, submitted: formState.isSubmitted })}
            />
          )
        }}
      />
    </div>
  )
}

const bars: [FieldResult, string][] = [
  ['valid', 'var(--green-dot)'],
  ['invalid', 'var(--red-dot)'],
  ['not_validated', 'var(--border-2)'],
  ['ignored', 'var(--surface-3)'],
]

/** How many fields are right, wrong, not looked at or not used. */
function Check({ control, keys, complaintsOf, shape }: { control: Control<Values>; keys: string[]; complaintsOf: (values: Values) => Record<string, string>; shape: Record<string, z.ZodType> }) {
  const t = useTexts(texts)
  const words = useTexts(resultTexts)
  const values = useWatch({ control }) as Values
  const { touchedFields, dirtyFields, isSubmitted } = control._formState
  const complaints = complaintsOf(values)
  const wrong = new Set(Object.keys(complaints).map((place) => place.split('.')[0]!))
  const results = keys.map((key) => resultOf(wrong.has(key) ? 'wrong' : undefined, { touched: Boolean(touchedFields[key] || dirtyFields[key]), submitted: isSubmitted, ignored: !isShown(shape[key]!, values) }))
  const count = (result: FieldResult) => results.filter((other) => other === result).length
  return (
    <section className={s['box']} aria-label={t.check()}>
      <h2>{t.check()}</h2>
      <div className={s['split']} aria-hidden>
        {bars.map(([result, color]) => count(result) > 0 && <i key={result} style={{ flex: count(result), background: color, boxShadow: result === 'ignored' ? 'inset 0 0 0 1px var(--border-2)' : undefined }} />)}
      </div>
      <ul className={s['results']}>
        {bars.map(([result]) => (
          <li key={result}>
            <ResultMark result={result} />
            {words[result]()}
            <b>{count(result)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
