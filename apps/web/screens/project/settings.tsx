import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Tile } from '@weft/kit/ui/bits.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconChecklist, IconFolders, IconKey, IconMail, IconPuzzle, IconSchema, IconSettings, IconShieldLock, IconUsers, IconVariable, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { routeNamed } from '../../routes/addresses.ts'
import s from './settings.module.css'

const texts = defineMessages({
  about: { en: 'What holds for this project and its tenant.', de: 'Was für dieses Projekt und seinen Mandanten gilt.' },
  projects: { en: 'Create projects, name them, describe them.', de: 'Projekte anlegen, benennen und beschreiben.' },
  queues: { en: 'How many jobs run at once and what they may use.', de: 'Wie viele Jobs zugleich laufen und was sie verbrauchen dürfen.' },
  config: { en: 'Values that workflows and mappings read by name.', de: 'Werte, die Workflows und Mappings über ihren Namen lesen.' },
  tokens: { en: 'Addresses that start workflows from outside.', de: 'Adressen, über die Workflows von außen gestartet werden.' },
  users: { en: 'Who may work here, and with which role.', de: 'Wer hier arbeiten darf, und mit welcher Rolle.' },
})

const pages: { name: string; icon: Icon; about?: keyof typeof texts }[] = [
  { name: 'projectSettingsProjects', icon: IconFolders, about: 'projects' },
  { name: 'projectSettingsQueues', icon: IconChecklist, about: 'queues' },
  { name: 'projectSettingsConfig', icon: IconVariable, about: 'config' },
  { name: 'projectSettingsWorkflowToken', icon: IconKey, about: 'tokens' },
  { name: 'projectSettingsUsers', icon: IconUsers, about: 'users' },
  { name: 'projectSettingsRoles', icon: IconShieldLock },
  { name: 'projectSettingsBasic', icon: IconSettings },
  { name: 'projectSettingsEmail', icon: IconMail },
  { name: 'projectSettingsPlugins', icon: IconPuzzle },
  { name: 'projectSettingsDataStructure', icon: IconSchema },
]

/** The way to every settings page of a project that this version has. */
export function ProjectSettingsScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const route = routeNamed('projectSettings')!
  return (
    <Page title={read(route.title)} subtitle={t.about()}>
      <ul className={s['cards']}>
        {pages.map(({ name, icon: Icon, about }) => {
          const page = routeNamed(name)
          return page?.screen ? (
            <li key={name}>
              <Link to={page.path}>
                <Tile tone="violet" size={36}>
                  <Icon size={19} stroke={1.7} />
                </Tile>
                <span>
                  <b>{read(page.title)}</b>
                  {about && <small>{t[about]()}</small>}
                </span>
              </Link>
            </li>
          ) : null
        })}
      </ul>
    </Page>
  )
}
