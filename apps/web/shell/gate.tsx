import { Button, Loader } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBox, IconBuildingSkyscraper, IconHeartHandshake, IconPlus } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import s from './gate.module.css'
import { Mark, scopeTexts } from './scope-path.tsx'
import { SupportGate } from './support-gate.tsx'
import { chooseClient, choosePartner, chooseProject, leanProject, noPartner, useLists } from './selection.ts'

const texts = defineMessages({
  partner: { en: 'Which partner?', de: 'Welcher Partner?' },
  partnerText: { en: 'Choose a partner to see its area.', de: 'Wählen Sie einen Partner, um seinen Bereich zu sehen.' },
  client: { en: 'Which tenant?', de: 'Welcher Mandant?' },
  clientText: {
    en: 'Choose the tenant you want to work for.',
    de: 'Wählen Sie den Mandanten, für den Sie arbeiten möchten.',
  },
  project: { en: 'Which project?', de: 'Welches Projekt?' },
  projectText: {
    en: 'Choose the project you want to work on.',
    de: 'Wählen Sie das Projekt, an dem Sie arbeiten möchten.',
  },
  noPartner: { en: 'There is no partner yet', de: 'Es gibt noch keinen Partner' },
  noClientWithout: { en: 'Every tenant has a partner', de: 'Jeder Mandant hat einen Partner' },
  noClient: { en: 'This partner has no tenant yet', de: 'Dieser Partner hat noch keinen Mandanten' },
  noProject: { en: 'This tenant has no project yet', de: 'Dieser Mandant hat noch kein Projekt' },
  createProject: { en: 'Create project', de: 'Projekt anlegen' },
})

/** Areas need something selected. While it is missing the choice stands here, and the screen comes once it is made. */
export function Gate({ children }: { children: ReactNode }) {
  const { user, partner, client, project } = useSession((session) => session)
  const ready = useLists((lists) => lists.ready)
  const { area, pattern = '', later } = useMatches({ select: (matches) => matches.at(-1)!.staticData })
  if (!user) return null
  const needed = later
    ? undefined
    : area === 'partner'
      ? 'partner'
      : area === 'tenant'
        ? 'client'
        : area === 'project'
          ? pattern.startsWith('/project/settings/projects')
            ? 'client'
            : 'project'
          : needsOf(pattern)
  const missing =
    needed === 'partner'
      ? (!partner || partner.id === noPartner.id) && 'partner'
      : needed === 'client' || needed === 'project'
        ? !client
          ? user.kind === 'admin' && !partner
            ? 'partner'
            : 'client'
          : needed === 'project' && !project && 'project'
        : undefined
  const content = !missing ? (
    children
  ) : ready ? (
    <Choose level={missing} withoutPartner={needed !== 'partner'} />
  ) : (
    <Loader size="sm" m="auto" mt={80} aria-label="…" />
  )
  return client && (needed === 'client' || needed === 'project') ? <SupportGate>{content}</SupportGate> : content
}

/** Common pages that are about a project; notifications are about oneself. */
const needsOf = (pattern: string) => (/^\/(analysis(?!\/notifications)|tools)\//.test(pattern) ? 'project' : undefined)

function Choose({ level, withoutPartner }: { level: 'partner' | 'client' | 'project'; withoutPartner: boolean }) {
  const t = useTexts(texts)
  const scope = useTexts(scopeTexts)
  const partner = useSession((session) => session.partner)
  const may = useMay()
  const lists = useLists((value) => value)
  const views = {
    partner: {
      list: withoutPartner ? [...lists.partners, { ...noPartner, name: scope.withoutPartner() }] : lists.partners,
      title: t.partner(),
      text: t.partnerText(),
      none: t.noPartner(),
      icon: IconHeartHandshake,
      busy: lists.busy.partners,
      choose: (id: string) =>
        void choosePartner(id === noPartner.id ? noPartner : lists.partners.find((one) => one.id === id)),
    },
    client: {
      list: lists.clients,
      title: t.client(),
      text: t.clientText(),
      none: partner?.id === noPartner.id ? t.noClientWithout() : t.noClient(),
      icon: IconBuildingSkyscraper,
      busy: lists.busy.clients,
      choose: (id: string) => void chooseClient(lists.clients.find((one) => one.id === id)),
    },
    project: {
      list: lists.projects,
      title: t.project(),
      text: t.projectText(),
      none: t.noProject(),
      icon: IconBox,
      busy: lists.busy.projects,
      choose: (id: string) => {
        const one = lists.projects.find((project) => project.id === id)
        if (one) chooseProject(leanProject(one))
      },
    },
  }
  const { list, title, text, none, icon, busy, choose } = views[level]
  const loaded = level === 'partner' ? lists.partners : list
  if (busy > 0 && loaded.length === 0) return <Loader size="sm" m="auto" mt={80} aria-label="…" />
  if (list.length === 0)
    return (
      <EmptyState
        icon={icon}
        title={none}
        action={
          level === 'project' &&
          may('projects.create') && (
            <Button component={Link} to="/project/settings/projects/create" leftSection={<IconPlus size={15} />}>
              {t.createProject()}
            </Button>
          )
        }
      />
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
