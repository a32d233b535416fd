import { Loader } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBox, IconBuildingSkyscraper, IconHeartHandshake } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import s from './gate.module.css'
import { Mark } from './scope-path.tsx'
import { SupportGate } from './support-gate.tsx'
import { chooseClient, choosePartner, chooseProject, leanProject, useLists } from './selection.ts'

const texts = defineMessages({
  partner: { en: 'Which partner?', de: 'Welcher Partner?' },
  partnerText: { en: 'Choose a partner to see its area.', de: 'Wählen Sie einen Partner, um seinen Bereich zu sehen.' },
  client: { en: 'Which tenant?', de: 'Welcher Mandant?' },
  clientText: { en: 'Choose the tenant you want to work for.', de: 'Wählen Sie den Mandanten, für den Sie arbeiten möchten.' },
  project: { en: 'Which project?', de: 'Welches Projekt?' },
  projectText: { en: 'Choose the project you want to work on.', de: 'Wählen Sie das Projekt, an dem Sie arbeiten möchten.' },
  noPartner: { en: 'There is no partner yet', de: 'Es gibt noch keinen Partner' },
  noClient: { en: 'This partner has no tenant yet', de: 'Dieser Partner hat noch keinen Mandanten' },
  noProject: { en: 'This tenant has no project yet', de: 'Dieser Mandant hat noch kein Projekt' },
  createProject: { en: 'Create project', de: 'Projekt anlegen' },
})

/** Areas need something selected. While it is missing the choice stands here, and the screen comes once it is made. */
export function Gate({ children }: { children: ReactNode }) {
  const { user, partner, client, project } = useSession((session) => session)
  const ready = useLists((lists) => lists.ready)
  const { area, pattern = '' } = useMatches({ select: (matches) => matches.at(-1)!.staticData })
  if (!user) return null
  const needed = area === 'partner' ? 'partner' : area === 'tenant' ? 'client' : area === 'project' ? (pattern.startsWith('/project/settings/projects') ? 'client' : 'project') : needsOf(pattern)
  const missing = needed === 'partner' ? !partner && 'partner' : needed === 'client' || needed === 'project' ? (!client ? (user.kind === 'admin' && !partner ? 'partner' : 'client') : needed === 'project' && !project && 'project') : undefined
  const content = !missing ? children : ready ? <Choose level={missing} /> : <Loader size="sm" m="auto" mt={80} aria-label="…" />
  return client && (needed === 'client' || needed === 'project') ? <SupportGate>{content}</SupportGate> : content
}

/** Common pages that are about a project. */
const needsOf = (pattern: string) => (/^\/(analysis|tools)\//.test(pattern) ? 'project' : undefined)

function Choose({ level }: { level: 'partner' | 'client' | 'project' }) {
  const t = useTexts(texts)
  const may = useMay()
  const lists = useLists((value) => value)
  const views = {
    partner: { list: lists.partners, title: t.partner(), text: t.partnerText(), none: t.noPartner(), icon: IconHeartHandshake, busy: lists.busy.partners, choose: (id: string) => void choosePartner(lists.partners.find((one) => one.id === id)) },
    client: { list: lists.clients, title: t.client(), text: t.clientText(), none: t.noClient(), icon: IconBuildingSkyscraper, busy: lists.busy.clients, choose: (id: string) => void chooseClient(lists.clients.find((one) => one.id === id)) },
    project: { list: lists.projects, title: t.project(), text: t.projectText(), none: t.noProject(), icon: IconBox, busy: lists.busy.projects, choose: (id: string) => { const one = lists.projects.find((project) => project.id === id); if (one) chooseProject(leanProject(one)) } },
  }
  const { list, title, text, none, icon, busy, choose } = views[level]
  if (list.length === 0)
    return busy > 0 ? (
      <Loader size="sm" m="auto" mt={80} aria-label="…" />
    ) : (
      <EmptyState icon={icon} title={none} action={level === 'project' && may('projects.create') && <Link to="/project/settings/projects/create" className={s['create']}>{t.createProject()}</Link>} />
    )
  return (
    <div className={s['choose']}>
      <h1>{title}</h1>
      <p>{text}</p>
      <ul>
        {list.map(({ id, name }) => (
          <li key={id}>
            <button type="button" onClick={() => choose(id)}>
              <Mark name={name} />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
