import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type List } from '../api.ts'
import { useMay } from '../session.ts'
import type { PickerProps } from './pickers.tsx'

type Entry = { id: string } & Record<string, unknown>

/** Chooses an entry of another list by name and holds its id, or several and holds theirs. */
export function ReferenceInput({
  of,
  by,
  right,
  id,
  value,
  onChange,
  disabled,
  placeholder,
  required,
  several,
  name,
  frame,
}: PickerProps & { of: string; by: string; right?: string; required: boolean; several: boolean }) {
  const path = `/${of.replace(/^\//, '')}`
  const may = useMay()
  const { data, isLoading } = useQuery({
    queryKey: [path, { noPagination: true }],
    enabled: right === undefined || may(right),
    queryFn: async ({ signal }) =>
      (await api.send<List<Entry>>('GET', path, { query: { noPagination: true }, signal, quiet: true })).body,
  })
  const options = (data?.data ?? []).map((entry) => ({
    value: entry.id,
    label: String(entry[by] ?? entry['name'] ?? entry['label'] ?? entry.id),
  }))
  const shared = {
    ...frame,
    id,
    'aria-label': name,
    searchable: true,
    clearable: !required,
    data: options,
    disabled: disabled || isLoading,
    placeholder,
  }
  return several ? (
    <MultiSelect {...shared} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
  ) : (
    <Select {...shared} value={typeof value === 'string' && value !== '' ? value : null} onChange={onChange} />
  )
}
