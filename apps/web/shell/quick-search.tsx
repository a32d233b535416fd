import { Spotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useMantineColorScheme } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { setLanguage, useLanguage } from '@weft/kit/ui/language.ts'
import { setScheme, useShownScheme } from '@weft/kit/ui/scheme.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import {
  IconArrowsRightLeft,
  IconBuildings,
  IconChartAreaLine,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconNote,
  IconPlus,
  IconRoute,
  IconSchema,
  IconSearch,
  IconStack2,
  IconWand,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { routeFor, routeNamed } from '../routes/addresses.ts'
import type { Route } from '../routes/declare.ts'
import { areaTexts } from './menu.ts'
import { usePages, type OpenPage } from './pages.ts'
import { useRecentNames } from './recent-pages.ts'
import { signOut } from './sign-in.ts'

const texts = defineMessages({
  search: { en: 'Search or jump to …', de: 'Suchen oder springen zu …' },
  nothing: { en: 'Nothing found', de: 'Nichts gefunden' },
  more: {
    en: 'Type at least two characters to search entries',
    de: 'Mindestens zwei Zeichen eingeben, um Einträge zu suchen',
  },
  offline: {
    en: 'Connection error. Please try again later..',
    de: 'Verbindungsfehler. Bitte versuchen Sie es später erneut ..',
  },
  recent: { en: 'Recently opened', de: 'Zuletzt geöffnet' },
  records: { en: 'Entries', de: 'Einträge' },
  pages: { en: 'Pages', de: 'Seiten' },
  actions: { en: 'Actions', de: 'Aktionen' },
  scheme: { en: 'Switch between light and dark', de: 'Zwischen hell und dunkel wechseln' },
  language: { en: 'Auf Deutsch wechseln', de: 'Switch to English' },
  signOut: { en: 'Sign out', de: 'Abmelden' },
})

/** What the server finds, with the icon and word of its kind. */
const kinds: Record<string, { icon: Icon; name: string }> = {
  workflow: { icon: IconRoute, name: 'projectWorkflowsDetail' },
  mapping: { icon: IconArrowsRightLeft, name: 'projectMappingsDetails' },
  data_structure: { icon: IconSchema, name: 'projectDataStructuresDetail' },
  dynamic_model: { icon: IconWand, name: 'projectDynamicModelsDetail' },
  data_set: { icon: IconStack2, name: 'projectDataSetsEditorDetail' },
  insight: { icon: IconChartAreaLine, name: 'projectInsightsDetail' },
  note: { icon: IconNote, name: 'projectNotes' },
  client: { icon: IconBuildings, name: 'adminTenantsDetail' },
}

type Hit = { type: string; id: string; title: string; link: string }

/** The palette over screens, records and actions. */
export function QuickSearch() {
  const t = useTexts(texts)
  const areaText = useTexts(areaTexts)
  const read = useLabel()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [settled] = useDebouncedValue(query.trim(), 200)
  const records = useRecords(settled)
  const matching = usePages()
    .filter(({ route }) => matches(read(route.title), query))
    .sort((a, b) => rank(read(a.route.title), query, a.inMenu) - rank(read(b.route.title), query, b.inMenu))
  // Without words the pages one was on come first.
  const names = useRecentNames()
  const recent =
    query.trim() === '' ? names.flatMap((name) => matching.find(({ route }) => route.name === name) ?? []) : []
  const pages = matching.filter((page) => !makesSomething(page.route) && !recent.includes(page))
  const making = matching.filter((page) => makesSomething(page.route) && !recent.includes(page))
  const actions = useActions().filter(({ label }) => matches(label, query))
  const found = matching.length + actions.length + (records.data?.length ?? 0)
  useFirstSelected([query, records.data])
  const pageEntry = ({ route, icon: Icon, area }: OpenPage) => (
    <Spotlight.Action
      key={route.name}
      label={read(route.title)}
      highlightQuery
      leftSection={<Icon size={16} stroke={1.7} />}
      rightSection={area && <span className="muted">{areaText[area]()}</span>}
      onClick={() => void navigate({ to: route.path })}
    />
  )
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      size={580}
      yOffset="14vh"
      centered={false}
      maxHeight={420}
      scrollable
      clearQueryOnClose
    >
      <Spotlight.Search placeholder={t.search()} aria-label={t.search()} leftSection={<IconSearch size={17} />} />
      <Spotlight.ActionsList>
        {(records.data?.length ?? 0) > 0 && (
          <Spotlight.ActionsGroup label={t.records()}>
            {records.data!.map(({ id, title, to, icon: Icon, kind }) => (
              <Spotlight.Action
                key={id}
                label={title}
                highlightQuery
                leftSection={<Icon size={16} stroke={1.7} />}
                rightSection={<span className="muted">{read(kind)}</span>}
                onClick={() => void navigate({ to })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {recent.length > 0 && (
          <Spotlight.ActionsGroup label={t.recent()}>{recent.map(pageEntry)}</Spotlight.ActionsGroup>
        )}
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={t.pages()}>{pages.slice(0, 12).map(pageEntry)}</Spotlight.ActionsGroup>
        )}
        {making.length + actions.length > 0 && (
          <Spotlight.ActionsGroup label={t.actions()}>
            {making.slice(0, 8).map((page) => pageEntry({ ...page, icon: IconPlus }))}
            {actions.map(({ label, icon: Icon, run }) => (
              <Spotlight.Action
                key={label}
                label={label}
                highlightQuery
                leftSection={<Icon size={16} stroke={1.7} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found === 0 && (
          <Spotlight.Empty>
            {records.error ? t.offline() : query.trim().length < 2 ? t.more() : t.nothing()}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Mantine marks the first entry when one types; entries that come later take the mark away, so it is set again. */
function useFirstSelected(changes: unknown[]) {
  useEffect(() => {
    const list = document.querySelector('.mantine-Spotlight-actionsList')
    if (list && !list.querySelector('[data-selected]'))
      list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  }, changes)
}

/** What begins with the words asked for stands before what only contains them, and menu entries before the rest. */
const rank = (text: string, query: string, inMenu: boolean) =>
  (text.toLowerCase().startsWith(query.trim().toLowerCase()) ? 0 : 2) + (inMenu ? 0 : 1)
const matches = (text: string, query: string) => text.toLowerCase().includes(query.trim().toLowerCase())

const makesSomething = ({ path }: Route) => /\/(create|add)$/.test(path)

function useActions(): { label: string; icon: Icon; run: () => void }[] {
  const t = useTexts(texts)
  const language = useLanguage()
  const scheme = useShownScheme()
  const { setColorScheme } = useMantineColorScheme()
  const switchScheme = () => {
    const next = scheme === 'dark' ? 'light' : 'dark'
    setColorScheme(next)
    setScheme(next)
  }
  return [
    { label: t.scheme(), icon: IconMoon, run: switchScheme },
    { label: t.language(), icon: IconLanguage, run: () => setLanguage(language === 'de' ? 'en' : 'de') },
    { label: t.signOut(), icon: IconLogout, run: () => void signOut() },
  ]
}

/** Entries of the project by name and, for the provider's staff, tenants; asked for from two characters on. */
function useRecords(term: string) {
  const may = useMay()
  const { project, user } = useSession((session) => session)
  const tenants = user?.kind === 'admin' && may('tenants.view')
  return useQuery({
    queryKey: ['search', term, project?.id],
    enabled: term.length >= 2 && (Boolean(project) || tenants),
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { searchTerm: term }
      const inProject = async () => (await api.get('/search', query, { signal, quiet: true, host: 'app' })).data
      const ofTenants = async () =>
        (await api.get('/clients', { ...query, perPage: 5 }, { signal, quiet: true, host: 'admin' })).data.map(
          ({ id, name }): Hit => ({ type: 'client', id, title: name, link: `/admin/clients/${id}` }),
        )
      const answers = await Promise.allSettled([...(project ? [inProject()] : []), ...(tenants ? [ofTenants()] : [])])
      if (answers.every(({ status }) => status === 'rejected')) throw new Error('The search did not answer.')
      return answers
        .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
        .flatMap(({ type, id, title, link }) => {
          const kind = kinds[type]
          const word = routeNamed(kind?.name ?? '')?.title
          return kind && word && routeFor(link)?.screen ? [{ id, title, to: link, icon: kind.icon, kind: word }] : []
        })
    },
  })
}
