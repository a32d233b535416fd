import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { connectorCategories } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import {
  home as connectionsHome,
  useConnectors,
  type ConnectorHere,
  type ListedConnection,
} from '../../connections/api.ts'
import { ConnectionState } from '../../connections/state.tsx'
import { SystemTile } from '../../connections/system-tile.tsx'
import { abilitiesOf, abilityIcons, abilityTexts, shownAbilities } from './abilities.tsx'
import { ConnectorCard } from './connector-card.tsx'
import { categoryTexts, isFound, useSlash } from './found.ts'
import { kindOf, kinds, kindTexts } from './kind-badge.tsx'
import s from './connectors.module.css'

const texts = defineMessages({
  title: { en: 'Connectors', de: 'Connectoren' },
  about: {
    en: 'Every kind of system Weft can read from or write to.',
    de: 'Jede Art von System, aus der Weft lesen oder in die es schreiben kann.',
  },
  facets: { en: 'Narrow down', de: 'Eingrenzen' },
  category: { en: 'Category', de: 'Kategorie' },
  all: { en: 'All categories', de: 'Alle Kategorien' },
  made: { en: 'Made as', de: 'Herkunft' },
  can: { en: 'Can', de: 'Kann' },
  find: { en: 'Find a system, format or address', de: 'System, Format oder Adresse suchen' },
  used: { en: 'In use in this project', de: 'In diesem Projekt verwendet' },
  allConnections: { en: 'All connections', de: 'Alle Verbindungen' },
  connections: {
    en: '{n, plural, one {# connection} other {# connections}}',
    de: '{n, plural, one {# Verbindung} other {# Verbindungen}}',
  },
  connectors: { en: 'All connectors', de: 'Alle Connectoren' },
  none: { en: 'No connector of this kind', de: 'Kein Connector dieser Art' },
  noneText: {
    en: 'Three ways lead on: REST / HTTP reaches any address within minutes, many systems hand out files or open their database, and plugins bring further connectors.',
    de: 'Drei Wege führen weiter: REST / HTTP erreicht jede Adresse in Minuten, viele Systeme geben Dateien heraus oder öffnen ihre Datenbank, und Plugins bringen weitere Connectoren.',
  },
})

const mostUsed = 4

/** Which facets are chosen stands in the address, so that back and reload keep them. */
function useFacets() {
  const navigate = useNavigate()
  const several = (name: string) => (useSearchParam(name) ?? '').split(',').filter(Boolean)
  const chosen = {
    q: useSearchParam('q') ?? '',
    category: useSearchParam('category') ?? '',
    made: several('made'),
    can: several('can'),
  }
  const set = (change: Record<string, string | string[]>) =>
    void navigate({
      to: '.',
      replace: true,
      search: Object.fromEntries(
        Object.entries({ ...chosen, ...change })
          .map(([name, value]) => [name, String(value)])
          .filter(([, value]) => value !== ''),
      ) as never,
    })
  return { chosen, set }
}

export function ConnectorsScreen() {
  const t = useTexts(texts)
  const categories = useTexts(categoryTexts)
  const all = useConnectors()
  const { chosen, set } = useFacets()
  const box = useRef<HTMLInputElement>(null)
  useSlash(box)
  const mayView = useMay()('connections.view')
  const { data } = useQuery({
    queryKey: ['/connections', 'used'],
    enabled: mayView,
    queryFn: ({ signal }) => api.get('/connections', { perPage: 100 }, { signal, quiet: true }),
  })
  const used = Object.groupBy(data?.data ?? [], ({ connector }) => connector)
  const searched = all.filter((one) => isFound(one, chosen.q, categories[one.connector.category]()))
  const shown = searched.filter(
    (one) =>
      (chosen.category === '' || one.connector.category === chosen.category) &&
      (chosen.made.length === 0 || chosen.made.includes(kindOf(one))) &&
      chosen.can.every((ability) => abilitiesOf(one).some((can) => can === ability)),
  )
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed>
      <div className={s['split']}>
        <Facets searched={searched} chosen={chosen} set={set} />
        <div className={s['main']}>
          <TextInput
            ref={box}
            className={s['find']}
            aria-label={t.find()}
            placeholder={t.find()}
            leftSection={<IconSearch size={14} />}
            value={chosen.q}
            onChange={(event) => set({ q: event.currentTarget.value })}
          />
          {data && data.data.length > 0 && chosen.q === '' && <Used all={all} used={used} />}
          <section aria-labelledby="connectors">
            <header className={s['head']}>
              <h2 id="connectors">{t.connectors()}</h2>
              <span role="status">{shown.length}</span>
            </header>
            {shown.length === 0 ? (
              <EmptyState icon={IconSearch} title={t.none()} text={t.noneText()} />
            ) : (
              <div className={s['cards']}>
                {shown.map((one) => (
                  <ConnectorCard key={one.key} connector={one} connections={used[one.key] ?? []} />
                ))}
              </div>
            )}
          </section>
        </div>
      </div>
    </Page>
  )
}

type FacetsProps = {
  searched: ConnectorHere[]
  chosen: ReturnType<typeof useFacets>['chosen']
  set: ReturnType<typeof useFacets>['set']
}

function Facets({ searched, chosen, set }: FacetsProps) {
  const t = useTexts(texts)
  const categories = useTexts(categoryTexts)
  const kindNames = useTexts(kindTexts)
  const abilities = useTexts(abilityTexts)
  const count = (holds: (one: ConnectorHere) => boolean) => searched.filter(holds).length
  const toggled = (values: string[], value: string) =>
    values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return (
    <nav className={s['facets']} aria-label={t.facets()}>
      <h2>{t.category()}</h2>
      <ul>
        {(['', ...connectorCategories] as const).map((value) => {
          const n = value === '' ? searched.length : count(({ connector }) => connector.category === value)
          return n === 0 && value !== '' && value !== chosen.category ? null : (
            <li key={value}>
              <button
                type="button"
                aria-current={chosen.category === value || undefined}
                onClick={() => set({ category: value })}
              >
                {value === '' ? t.all() : categories[value]()}
                <span>{n}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <h2>{t.made()}</h2>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <Checkbox
              size="xs"
              label={kindNames[kind]()}
              checked={chosen.made.includes(kind)}
              onChange={() => set({ made: toggled(chosen.made, kind) })}
            />
            <span>{count((one) => kindOf(one) === kind)}</span>
          </li>
        ))}
      </ul>
      <h2>{t.can()}</h2>
      <ul>
        {shownAbilities.map((ability) => {
          const Icon = abilityIcons[ability]
          return (
            <li key={ability}>
              <Checkbox
                size="xs"
                label={
                  <span className={s['ability']}>
                    <Icon size={14} aria-hidden />
                    {abilities[ability]()}
                  </span>
                }
                checked={chosen.can.includes(ability)}
                onChange={() => set({ can: toggled(chosen.can, ability) })}
              />
              <span>{count((one) => abilitiesOf(one).includes(ability))}</span>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

type UsedProps = { all: ConnectorHere[]; used: Partial<Record<string, ListedConnection[]>> }

/** Those whose connections need somebody come first. */
function Used({ all, used }: UsedProps) {
  const t = useTexts(texts)
  const here = all
    .filter(({ key }) => used[key])
    .toSorted((a, b) => Number(isBroken(used[b.key]!)) - Number(isBroken(used[a.key]!)))
    .slice(0, mostUsed)
  return (
    <section aria-labelledby="used">
      <header className={s['head']}>
        <h2 id="used">{t.used()}</h2>
        <Link to={connectionsHome}>{t.allConnections()}</Link>
      </header>
      <div className={s['used']}>
        {here.map((one) => {
          const own = used[one.key]!
          const worst = own.find(({ state }) => state === 'broken') ?? own[0]!
          return (
            <Link
              key={one.key}
              to={own.length === 1 ? `${connectionsHome}/${worst.id}` : connectionsHome}
              className={s['mini']}
            >
              <SystemTile connector={one} size={30} />
              <span>
                <b>{one.title}</b>
                <small>{t.connections({ n: own.length })}</small>
                {isBroken(own) && <ConnectionState {...worst} />}
              </span>
            </Link>
          )
        })}
      </div>
    </section>
  )
}

const isBroken = (connections: ListedConnection[]) => connections.some(({ state }) => state === 'broken')
