import { ActionIcon, Menu } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconAddressBook, IconBook, IconHelp, IconLifebuoy, IconListCheck, type Icon } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { showGuide } from '../features/projects/guide.ts'
import { routeNamed } from '../routes/addresses.ts'

const texts = defineMessages({
  title: { en: 'Help centre', de: 'Hilfe-Center' },
  firstSteps: { en: 'First steps', de: 'Erste Schritte' },
})

const pages: [name: string, icon: Icon][] = [
  ['helpContactPerson', IconAddressBook],
  ['helpDocumentation', IconBook],
  ['helpSupport', IconLifebuoy],
]

/** The help centre: whom to ask, the handbook, support requests, and in a project the first steps, once more where they were put away. */
export function HelpMenu() {
  const t = useTexts(texts)
  const read = useLabel()
  const project = useSession((value) => value.project)
  const navigate = useNavigate()
  const { send } = useSubmit()
  const showFirstSteps = (id: string) =>
    send(async () => {
      await showGuide(id, true)
      await navigate({ to: '/project/welcome' } as never)
    })
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
        {project && (
          <Menu.Item leftSection={<IconListCheck size={15} />} onClick={() => void showFirstSteps(project.id)}>
            {t.firstSteps()}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
