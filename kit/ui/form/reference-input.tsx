import { MultiSelect, Select } from '@mantine/core'
import { useMay } from '../session.ts'
import type { PickerProps } from './pickers.tsx'
import { useEntries } from './use-entries.ts'

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
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string' && id !== '').map(String)
  const { entries, isLoading, cutOff, onSearchChange } = useEntries<Entry>(path, {
    enabled: right === undefined || may(right),
    chosen: ids,
  })
  const options = entries.map((entry) => ({
    value: entry.id,
    label: String(entry[by] ?? entry['name'] ?? entry['label'] ?? entry.id),
  }))
  const shared = {
    ...frame,
    description: cutOff ?? frame.description,
    id,
    'aria-label': name,
    searchable: true,
    onSearchChange,
    clearable: !required,
    data: options,
    disabled: disabled || isLoading,
    placeholder,
  }
  return several ? (
    <MultiSelect {...shared} value={ids} onChange={onChange} />
  ) : (
    <Select {...shared} value={ids[0] ?? null} onChange={onChange} />
  )
}
