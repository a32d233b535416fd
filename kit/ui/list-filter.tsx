import { Select, type SelectProps } from '@mantine/core'
import type { ListState } from './list.ts'

type Props = Omit<SelectProps, 'list' | 'value' | 'onChange'> & {
  list: ListState<unknown>
  name: string
  label: string
}

/** Narrows a list by one value of a column. */
export const ListFilter = ({ list, name, label, ...rest }: Props) => (
  <Select
    size="xs"
    aria-label={label}
    allowDeselect={false}
    value={list.filter[name] || (rest.clearable ? null : '')}
    onChange={(value) => list.set({ filter: { ...list.filter, [name]: value ?? '' } })}
    {...rest}
  />
)
