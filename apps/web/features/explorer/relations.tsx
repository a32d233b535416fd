import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useStructures, type DataStructure } from '../data-structures/structure.ts'
import s from './explorer.module.css'
import { keyFieldOf, labelFieldOf, labelOf } from './record-label.ts'
import type { RecordRow } from './use-records.ts'

const texts = defineMessages({
  open: { en: 'Open {label} in {structure}', de: '{label} in {structure} öffnen' },
  missing: { en: 'There is no such record in {structure}.', de: 'In {structure} gibt es keinen solchen Datensatz.' },
})

/** A record some value refers to; without a label there is none. */
type Related = { structure: DataStructure; key: string; label: string | undefined }
const Context = createContext<(field: StructureField, value: unknown) => Related | undefined>(() => undefined)

/** So many letters of keys are asked for at once, which a request's address can hold. */
const mostLetters = 4_000

/** Knows the records that the shown ones refer to. */
export function Relations({
  structure,
  pages,
  children,
}: {
  structure: DataStructure
  /** The records in sight, page by page: what a page refers to is asked for once. */
  pages: readonly (readonly RecordRow[])[]
  children: ReactNode
}) {
  const { data: structures } = useStructures()
  const relations = useMemo(
    () =>
      structure.fields.flatMap((field) => {
        const target = structures?.find(({ id }) => id === field.related_structure_id)
        const key = target && keyFieldOf(target)
        return target && key ? [{ field, target, key, shown: labelFieldOf(target) }] : []
      }),
    [structure.fields, structures],
  )
  const asked = relations.flatMap((relation) =>
    pages.map((page) => ({ ...relation, values: valuesOf(page, relation.field.name) })),
  )
  const answers = useQueries({
    queries: asked.map(({ target, key, values }) => ({
      queryKey: [`/data_structures/${target.id}/records`, 'related', values],
      enabled: values.length > 0,
      staleTime: 30_000,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const conditions = JSON.stringify([{ field: key.name, operator: 'in', value: values }])
        return (
          await api.get(`/data_structures/${target.id}/records`, { conditions, perPage: 500 }, { signal, quiet: true })
        ).data
      },
    })),
  })
  const known = new Map<string, Map<string, string | undefined>>()
  for (const [i, { field, key, shown, values }] of asked.entries()) {
    const found = answers[i]?.data
    if (!found) continue
    const own = known.get(field.name) ?? new Map<string, string | undefined>()
    for (const value of values) own.set(value, own.get(value))
    for (const record of found) own.set(String(record[key.name]), labelOf(record, shown))
    known.set(field.name, own)
  }
  const relatedTo = (field: StructureField, value: unknown): Related | undefined => {
    const relation = relations.find((one) => one.field === field)
    const own = known.get(field.name)
    if (!relation || !own?.has(String(value))) return undefined
    return { structure: relation.target, key: relation.key.name, label: own.get(String(value)) }
  }
  return <Context value={relatedTo}>{children}</Context>
}

function valuesOf(rows: readonly RecordRow[], name: string): string[] {
  const values = [
    ...new Set(rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined)),
  ].map(String)
  let letters = 0
  return values.toSorted().filter((value) => (letters += encodeURIComponent(value).length + 10) <= mostLetters)
}

/** A value that refers to a record: a link to it by its label. Undefined where that is not known. */
export function useRelated() {
  const relatedTo = useContext(Context)
  const t = useTexts(texts)
  return (field: StructureField, value: unknown): ReactNode | undefined => {
    const related = relatedTo(field, value)
    if (!related) return undefined
    const { structure, key, label } = related
    if (label === undefined)
      return (
        <span className={s['missing']} title={t.missing({ structure: structure.label })}>
          <IconLinkOff size={13} aria-hidden />
          {String(value)}
          <span className="sr">{t.missing({ structure: structure.label })}</span>
        </span>
      )
    return (
      <Link
        className={s['related']}
        to={`/project/data-store/${structure.id}`}
        search={{ conditions: JSON.stringify([{ field: key, operator: 'equals', value: String(value) }]) } as never}
        title={t.open({ label, structure: structure.label })}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <IconLink size={13} aria-hidden />
        <span>{label}</span>
      </Link>
    )
  }
}
