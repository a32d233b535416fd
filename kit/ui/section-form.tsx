import type { ReactNode } from 'react'
import type { z } from 'zod'
import { defineMessages } from '../messages/messages.ts'
import type { FieldLabel } from '../define/resource.ts'
import { api } from './api.ts'
import { EmptyState } from './empty-state.tsx'
import { EntryForm } from './entry-form.tsx'
import { refresh } from './queries.ts'
import { FormWaiting, useEntryAt } from './resource-form.tsx'
import { useTexts } from './texts.ts'
import { toastSaved } from './toast.tsx'

const texts = defineMessages({
  gone: { en: 'This page could not be loaded', de: 'Diese Seite konnte nicht geladen werden' },
})

type Props = {
  label: string
  /** Read with GET and written whole with PUT. */
  path: string
  schema: z.ZodObject
  rows: readonly (readonly string[])[]
  labels: Record<string, FieldLabel>
  readOnly?: boolean
  /** Paths whose answers change with this one. */
  refreshes?: readonly string[]
  /** Beside the fields. */
  aside?: ReactNode
  onSaved?: () => void
}

/** A part of something that is read and saved by itself: contact data of a tenant, a page of settings. */
export function SectionForm({
  label,
  path,
  schema,
  rows,
  labels,
  readOnly = false,
  refreshes = [],
  aside,
  onSaved,
}: Props) {
  const t = useTexts(texts)
  const { data, error, dataUpdatedAt } = useEntryAt<Record<string, unknown>>(path)
  if (error) return <EmptyState title={t.gone()} text={error.message} />
  if (!data) return <FormWaiting />
  const save = async (body: Record<string, unknown>) => {
    await api.send('PUT', path, { body, ...(data.etag && { headers: { 'if-match': data.etag } }) })
    toastSaved(label)
    await refresh(path, ...refreshes)
    onSaved?.()
  }
  return (
    <EntryForm
      key={dataUpdatedAt}
      label={label}
      fields={schema.shape as Record<string, z.ZodType>}
      rows={rows}
      labels={labels}
      schema={schema}
      values={data.row}
      save={save}
      readOnly={readOnly}
      aside={aside}
      whole
    />
  )
}
