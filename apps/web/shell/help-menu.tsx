import { ActionIcon, Menu } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconAddressBook, IconBook, IconHelp, IconLifebuoy, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { routeNamed } from '../routes/addresses.ts'

const texts = defineMessages({ title: { en: 'Help centre', de: 'Hilfe-Center' } })

const pages: [name: string, icon: Icon][] = [
  ['helpContactPerson', IconAddressBook],
  ['helpDocumentation', IconBook],
  ['helpSupport', IconLifebuoy],
]

/** The help centre: whom to ask, the handbook, and support requests. */
export function HelpMenu() {
  const t = useTexts(texts)
  const read = useLabel()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={t.title()}>
          <IconHelp size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.title()}</Menu.Label>
        {pages.map(([name, Icon]) => {
          const { path, title } = routeNamed(name)!
          return (
            <Menu.Item key={name} leftSection={<Icon size={15} />} component={Link} to={path}>
              {read(title)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
