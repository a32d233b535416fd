import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { useStructures } from '../data-structures/structure.ts'
import { keyFieldOf, labelFieldOf, labelOf } from './record-label.ts'

const texts = defineMessages({
  find: { en: 'Search records of {structure}', de: 'Datensätze in {structure} suchen' },
  none: { en: 'No record found', de: 'Kein Datensatz gefunden' },
})

type Props = Pick<SelectProps, 'label' | 'error' | 'withAsterisk' | 'aria-label'> & {
  field: StructureField
  /** The key of the chosen record, or nothing. */
  value: string
  onChange: (value: string) => void
  /** Within another window that closes when something outside of it is touched. */
  inside?: boolean
}

/** Chooses a record of the structure a field refers to, by any words in it, and holds its key. */
export function RelationPicker({ field, value, onChange, inside = false, ...more }: Props) {
  const t = useTexts(texts)
  const { data: structures } = useStructures()
  const [typed, setTyped] = useState('')
  const [searchTerm] = useDebouncedValue(typed, 250)
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const target = structures?.find(({ id }) => id === field.related_structure_id)
  const key = target && keyFieldOf(target)
  const shown = target && labelFieldOf(target)
  const { data } = useQuery({
    queryKey: [`/data_structures/${target?.id ?? ''}/records`, 'picked', searchTerm],
    enabled: key !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `/data_structures/${target!.id}/records`,
          { searchTerm: searchTerm === chosen?.label ? '' : searchTerm, perPage: 20 },
          { signal, quiet: true },
        )
      ).data,
  })
  const found = (data ?? []).flatMap((record) => {
    const id = key && record[key.name]
    if (id === null || id === undefined) return []
    const label = labelOf(record, shown)
    return [{ value: String(id), label: label === String(id) ? label : `${label} · ${String(id)}` }]
  })
  const own = chosen?.value === value ? chosen : value === '' ? undefined : { value, label: value }
  const options = own && !found.some((one) => one.value === own.value) ? [own, ...found] : found
  return (
    <Select
      {...more}
      searchable
      clearable
      placeholder={target ? t.find({ structure: target.label }) : ''}
      nothingFoundMessage={t.none()}
      data={options}
      filter={({ options: all }) => all}
      value={value === '' ? null : value}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(next === null || !option ? undefined : { value: next, label: String(option.label) })
        onChange(next ?? '')
      }}
      comboboxProps={{ withinPortal: !inside }}
    />
  )
}
