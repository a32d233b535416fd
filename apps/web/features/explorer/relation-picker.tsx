import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue, useInViewport } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useState } from 'react'
import { useStructures, type DataStructure } from '../data-structures/structure.ts'
import s from './explorer.module.css'
import { keyFieldOf, labelFieldOf, labelOf, shownFieldsOf } from './record-label.ts'

const texts = defineMessages({
  find: { en: 'Search records of {structure}', de: 'Datensätze in {structure} suchen' },
  none: { en: 'There is no such record in {structure}.', de: 'In {structure} gibt es keinen solchen Datensatz.' },
})

type Props = Pick<
  SelectProps,
  'label' | 'error' | 'withAsterisk' | 'aria-label' | 'size' | 'className' | 'autoFocus' | 'readOnly'
> &
  Pick<SelectProps, 'defaultDropdownOpened' | 'onBlur' | 'onKeyDown'> & {
    field: StructureField
    /** The key of the chosen record, or nothing. */
    value: string
    onChange: (value: string) => void
    /** Within another window that closes when something outside of it is touched. */
    inside?: boolean
    /** A letter that has opened it, and begins the search. */
    typed?: string | undefined
  }

type Choice = { value: string; label: string; more: string }

/** Chooses a record of the structure a field refers to, by its key or any words in it, and holds its key. */
export function RelationPicker({
  field,
  value,
  onChange,
  inside = false,
  typed: letter,
  error,
  onKeyDown,
  ...more
}: Props) {
  const t = useTexts(texts)
  const { data: structures } = useStructures()
  const [typed, setTyped] = useState(letter ?? '')
  const target = structures?.find(({ id }) => id === field.related_structure_id)
  const { own, isMissing } = useOwn(target, value)
  const searched = typed === own?.label ? '' : typed
  const { found, isSettled, next } = useFound(target, searched)
  // What is chosen stands first, but not before what is searched: Enter takes the first.
  const options = own && searched === '' && !found.some((one) => one.value === own.value) ? [own, ...found] : found
  return (
    <Select
      {...more}
      error={error ?? (isMissing && target ? t.none({ structure: target.label }) : undefined)}
      searchable
      clearable={field.nullable && !field.required && !field.primary_key}
      allowDeselect={false}
      placeholder={target ? t.find({ structure: target.label }) : ''}
      nothingFoundMessage={target && t.none({ structure: target.label })}
      data={options}
      filter={({ options: all }) => all}
      // While a letter begins the search, what was chosen before does not stand in its way.
      value={letter !== undefined ? undefined : value === '' ? null : value}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(chosen) => onChange(chosen ?? '')}
      onKeyDown={(event) => {
        const isFirst = event.key === 'Enter' && searched !== ''
        if (!isFirst || event.currentTarget.getAttribute('aria-activedescendant')) return onKeyDown?.(event)
        event.preventDefault()
        // What was found for other words is not taken.
        if (isSettled && found[0]) onChange(found[0].value)
      }}
      renderOption={({ option }) => (
        <Option {...(option as Choice)} onSeen={option.value === options.at(-1)?.value ? next : undefined} />
      )}
      // The list itself scrolls: what lies around it cannot be reached with the keyboard.
      withScrollArea={false}
      styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: !inside, width: 320, position: 'bottom-start' }}
    />
  )
}

/** A record to choose; the last of the list asks for more when it comes into sight. */
function Option({ label, more, onSeen }: Choice & { onSeen: (() => void) | undefined }) {
  const { ref, inViewport } = useInViewport()
  useEffect(() => {
    if (inViewport) onSeen?.()
  }, [inViewport, onSeen])
  return (
    <span ref={ref} className={s['choice']}>
      <b>{label}</b>
      {more !== '' && <small>{more}</small>}
    </span>
  )
}

function choicesOf(target: DataStructure, records: readonly Record<string, unknown>[]): Choice[] {
  const key = keyFieldOf(target)
  const named = labelFieldOf(target)
  return records.flatMap((record) => {
    const id = key && record[key.name]
    if (id === null || id === undefined) return []
    const label = labelOf(record, named)
    const more = shownFieldsOf(target)
      .map((one) => [one.alias ?? one.label ?? one.name, record[one.name]] as const)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => `${name}: ${String(value)}`)
    return [
      { value: String(id), label: label === String(id) ? label : `${label} · ${String(id)}`, more: more.join(' · ') },
    ]
  })
}

const quiet = (signal: AbortSignal) => ({ signal, quiet: true })

/** The record a key names; until it is known, and where there is none, the key alone. */
function useOwn(target: DataStructure | undefined, value: string) {
  const key = target && keyFieldOf(target)
  const { data } = useQuery({
    queryKey: [`/data_structures/${target?.id ?? ''}/records`, 'own', value],
    enabled: key !== undefined && value !== '',
    retry: false,
    queryFn: async ({ signal }) => {
      const conditions = JSON.stringify([{ field: key!.name, operator: 'equals', value }])
      return (await api.get(`/data_structures/${target!.id}/records`, { conditions, perPage: 1 }, quiet(signal))).data
    },
  })
  if (value === '' || !target) return { own: undefined, isMissing: false }
  return { own: choicesOf(target, data ?? [])[0] ?? { value, label: value, more: '' }, isMissing: data?.length === 0 }
}

/** Records that hold what was typed, page by page. */
function useFound(target: DataStructure | undefined, typed: string) {
  const [searchTerm] = useDebouncedValue(typed, 250)
  const { data, fetchNextPage, hasNextPage, isFetching, isPlaceholderData } = useInfiniteQuery({
    queryKey: [`/data_structures/${target?.id ?? ''}/records`, 'picked', searchTerm],
    enabled: target !== undefined && keyFieldOf(target) !== undefined,
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam: page }) =>
      api.get(`/data_structures/${target!.id}/records`, { searchTerm, page, perPage: 20 }, quiet(signal)),
    getNextPageParam: ({ meta }) => (meta.page < meta.lastPage ? meta.page + 1 : undefined),
  })
  return {
    found:
      target && data
        ? choicesOf(
            target,
            data.pages.flatMap((page) => page.data),
          )
        : [],
    isSettled: searchTerm === typed && !isPlaceholderData,
    next: () => void (hasNextPage && !isFetching && fetchNextPage()),
  }
}
