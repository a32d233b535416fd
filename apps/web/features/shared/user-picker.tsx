import { Select } from '@mantine/core'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import type { PickerProps } from '@weft/kit/ui/form/pickers.tsx'
import { useEntries } from '@weft/kit/ui/form/use-entries.ts'

/** Chooses one of certain users by name and holds their id. */
export const userPicker = (query: Record<string, string>) =>
  function UserPicker({ id, name, frame, value, onChange, disabled }: PickerProps) {
    const user = typeof value === 'string' ? value : null
    const chosen = user ? [user] : []
    const { entries, cutOff, onSearchChange } = useEntries<ListRow<'/users'>>('/users', { query, chosen })
    return (
      <Select
        {...frame}
        description={cutOff ?? frame.description}
        id={id}
        aria-label={name}
        data={entries.map(({ id, name, email }) => ({ value: id, label: name || email }))}
        value={user}
        onChange={onChange}
        searchable
        onSearchChange={onSearchChange}
        clearable
        disabled={disabled}
      />
    )
  }
