import { Select } from '@mantine/core'
import { api } from '@weft/kit/ui/api.ts'
import type { PickerProps } from '@weft/kit/ui/form/pickers.tsx'
import { useQuery } from '@tanstack/react-query'

/** Chooses one of certain users by name and holds their id. */
export const userPicker = (query: Record<string, string>) =>
  function UserPicker({ id, name, frame, value, onChange, disabled }: PickerProps) {
    const { data } = useQuery({
      queryKey: ['/users', query],
      queryFn: ({ signal }) => api.get('/users', { noPagination: true, ...query }, { signal, quiet: true }),
    })
    const options = (data?.data ?? []).map((user) => ({ value: user.id, label: user.name || user.email }))
    return (
      <Select
        {...frame}
        id={id}
        aria-label={name}
        data={options}
        value={typeof value === 'string' ? value : null}
        onChange={onChange}
        searchable
        clearable
        disabled={disabled}
      />
    )
  }
