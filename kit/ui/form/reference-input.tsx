import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type List } from '../api.ts'
import type { PickerProps } from './pickers.tsx'

type Entry = { id: string } & Record<string, unknown>

/** Chooses an entry of another list by name and holds its id. */
export function ReferenceInput({ of, by, id, value, onChange, invalid, disabled, placeholder, required, label }: PickerProps & { of: string; by: string; required: boolean }) {
  const path = `/${of.replace(/^\//, '')}`
  const { data, isLoading } = useQuery({ queryKey: [path, { noPagination: true }], queryFn: ({ signal }) => api.get<List<Entry>>(path, { noPagination: true }, { signal, quiet: true }) })
  const options = (data?.data ?? []).map((entry) => ({ value: entry.id, label: String(entry[by] ?? entry['name'] ?? entry['label'] ?? entry.id) }))
  return (
    <Select
      id={id}
      aria-label={label}
      searchable
      clearable={!required}
      data={options}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(chosen) => onChange(chosen)}
      error={invalid}
      disabled={disabled || isLoading}
      placeholder={placeholder}
    />
  )
}
