import { Button, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBox, IconBuildingSkyscraper, IconHeartHandshake, IconPlus, IconSearch } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { routeNamed } from '../routes/addresses.ts'
import s from './gate.module.css'
import { neededBy } from './page-scope.ts'
import { useScopeList, type Choice, type Level } from './scope-lists.ts'
import { Mark } from './mark.tsx'
import { scopeTexts } from './scope-texts.ts'
import { chooseClient, choosePartner, chooseProject, leanProject, noPartner, useSelection } from './selection.ts'
import { SupportGate } from './support-gate.tsx'

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
  find: { en: 'Search by name', de: 'Nach Namen suchen' },
  nothing: { en: 'Nothing of this name', de: 'Nichts mit diesem Namen' },
  failed: { en: 'This list did not answer.', de: 'Diese Liste hat nicht geantwortet.' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
  more: { en: 'Show more', de: 'Mehr anzeigen' },
  createProject: { en: 'Create project', de: 'Projekt anlegen' },
})

/** Areas need something selected. While it is missing the choice stands here, and the screen comes once it is made. */
export function Gate({ children }: { children: ReactNode }) {
  const { user, partner, client, project } = useSession((session) => session)
  const { ready, moving } = useSelection((selection) => selection)
  const name = useMatches({ select: (matches) => matches.at(-1)!.staticData.name })
  if (!user) return null
  if (moving) return <Waiting />
  const route = routeNamed(name ?? '')
  const needed = route && neededBy(route)
  const missing = !needed
    ? undefined
    : needed === 'partner'
      ? (!partner || partner.id === noPartner.id) && 'partner'
      : !client
        ? user.kind === 'admin' && !partner
          ? 'partner'
          : 'client'
        : needed === 'project' && !project && 'project'
  const content = !missing ? (
    children
  ) : ready ? (
    <Choose key={missing} level={missing} withoutPartner={needed !== 'partner'} />
  ) : (
    <Waiting />
  )
  return client && (needed === 'client' || needed === 'project') ? <SupportGate>{content}</SupportGate> : content
}

const Waiting = () => <Loader size="sm" m="auto" mt={80} aria-label="…" />

/** From so many on there is something to search. */
const many = 10

function Choose({ level, withoutPartner }: { level: Level; withoutPartner: boolean }) {
  const t = useTexts(texts)
  const scope = useTexts(scopeTexts)
  const { partner, client } = useSession((session) => session)
  const may = useMay()
  const [term, setTerm] = useState('')
  const [asked] = useDebouncedValue(term.trim(), 200)
  const list = useScopeList(
    level,
    level === 'partner' ? {} : level === 'client' ? { partner } : { client },
    asked,
    true,
  )
  const views = {
    partner: {
      title: t.partner(),
      text: t.partnerText(),
      none: t.noPartner(),
      icon: IconHeartHandshake,
      choose: (one: Choice) => choosePartner(one.id === noPartner.id ? noPartner : one),
    },
    client: {
      title: t.client(),
      text: t.clientText(),
      none: partner?.id === noPartner.id ? t.noClientWithout() : t.noClient(),
      icon: IconBuildingSkyscraper,
      choose: (one: Choice) => chooseClient(one),
    },
    project: {
      title: t.project(),
      text: t.projectText(),
      none: t.noProject(),
      icon: IconBox,
      choose: ({ id, name, short = '' }: Choice) => chooseProject(leanProject({ id, name, short })),
    },
  }
  const { title, text, none, icon, choose } = views[level]
  if (list.isLoading) return <Waiting />
  if (list.failed && list.choices.length === 0)
    return (
      <EmptyState
        icon={icon}
        title={t.failed()}
        action={
          <Button variant="default" onClick={list.retry}>
            {t.again()}
          </Button>
        }
      />
    )
  const isEnd = level === 'partner' && withoutPartner && !list.more && !asked
  const choices = isEnd ? [...list.choices, { ...noPartner, name: scope.withoutPartner() }] : list.choices
  if (choices.length === 0 && !asked)
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
      {(asked || (list.total ?? 0) > many) && (
        <TextInput
          aria-label={t.find()}
          placeholder={t.find()}
          leftSection={<IconSearch size={14} />}
          mb={10}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      )}
      <ul>
        {choices.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => void choose(one)}>
              <Mark name={one.name} />
              {one.name}
            </button>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p role="status">{t.nothing()}</p>}
      {list.more && (
        <Button variant="default" mt={12} onClick={list.more}>
          {t.more()}
        </Button>
      )}
    </div>
  )
}
