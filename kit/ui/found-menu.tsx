import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ListState } from './list.ts'

/** What a list is narrowed to, as actions on all that was found take it. */
export const foundBy = ({ filter, searchTerm }: ListState<unknown>) => ({
  filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  ...(searchTerm && { searchTerm }),
})

/** Actions on all that was found, on whatever page it stands. */
export const FoundMenu = ({ label, actions }: { label: string; actions: (readonly [string, () => unknown])[] }) => (
  <Menu position="bottom-end" width={280}>
    <Menu.Target>
      <ActionIcon aria-label={label}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map(([title, act]) => (
        <Menu.Item key={title} onClick={() => void act()}>
          {title}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
