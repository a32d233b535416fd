import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EntryOf, Known } from '../contracts/client.ts'
import type { Resource } from '../define/resource.ts'
import { defineMessages } from '../messages/messages.ts'
import { api, type Item } from './api.ts'
import { EmptyState } from './empty-state.tsx'
import { EntryForm, type Aside } from './entry-form.tsx'
import s from './form.module.css'
import { refresh } from './queries.ts'
import { useLabel, useTexts } from './texts.ts'
import { toast } from './toast.tsx'

const texts = defineMessages({
  saved: { en: 'Saved', de: 'Gespeichert' },
  created: { en: 'Created', de: 'Angelegt' },
  gone: { en: 'This entry could not be loaded', de: 'Dieser Eintrag konnte nicht geladen werden' },
})

type Values = Record<string, unknown>
export type Saved = { id: string } & Values
type Answer = Item<Saved> & { meta?: unknown }

type Props = {
  resource: Resource
  /** Of the entry to change; without it a new one is created. */
  id?: string | undefined
  /** With what the answer says beside the row. */
  onSaved?: (row: Saved, meta: unknown) => void
  onCancel?: (() => void) | undefined
  /** Values a new entry begins with. */
  initial?: Values
  readOnly?: boolean
  /** Beside the fields. */
  aside?: Aside
}

/** Creates or changes an entry of a resource: the fields, their checks and their words come from its declaration. */
export function ResourceForm({ resource, id, onSaved, onCancel, initial, readOnly, aside }: Props) {
  const t = useTexts(texts)
  const read = useLabel()
  const { data, error } = useEntryAt(id && `/${resource.path}/${id}`)
  if (id && error) return <EmptyState title={t.gone()} text={error.message} />
  if (id && !data) return <FormWaiting />

  const save = async (body: Values) => {
    const path = `/${resource.path}`
    const headers = data?.etag ? { 'if-match': data.etag } : undefined
    const answer = data
      ? await api.send<Answer>('PUT', `${path}/${id}`, { body, headers })
      : await api.send<Answer>('POST', path, { body })
    const { data: row, meta } = answer.body
    toast({
      title: data ? t.saved() : t.created(),
      message: String(row['name'] ?? row['label'] ?? row['title'] ?? ''),
      tone: 'green',
    })
    await refresh(path)
    onSaved?.(row, meta)
  }
  return (
    <EntryForm
      key={data?.etag ?? id}
      label={read(resource.labels.one)}
      fields={resource.fields}
      rows={resource.form}
      labels={resource.labels.fields}
      schema={id ? resource.changes : resource.draft}
      values={data?.row}
      initial={initial}
      save={save}
      onCancel={onCancel}
      readOnly={readOnly ?? false}
      aside={aside}
    />
  )
}

/** One entry with its ETag; forms and page heads that ask for the same path share the answer. */
export const useEntry = <const P extends string>(path: (P & Known<'GET', P>) | undefined) =>
  useEntryAt<EntryOf<P>>(path)

/** The same for components that are handed any path: they say themselves what its entry is. */
export function useEntryAt<T = Saved>(path: string | undefined) {
  return useQuery({
    // Others keep other things under the path alone.
    queryKey: [path, 'entry'],
    enabled: Boolean(path),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { body, headers } = await api.send<Item<T>>('GET', path!, { signal, quiet: true })
      return { row: body.data, etag: headers.get('etag') ?? undefined }
    },
  })
}

/** Grey bars where a form is about to be. */
export const FormWaiting = () => (
  <div className={s['body']} aria-busy="true">
    <div className={s['stack']}>
      {[60, 100, 80, 100].map((width, i) => (
        <Skeleton key={i} height={30} width={`${width}%`} mt={i === 0 ? 40 : 12} />
      ))}
    </div>
  </div>
)
