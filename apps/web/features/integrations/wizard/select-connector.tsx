import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Tile } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconFileSpreadsheet, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import {
  home as connectionsHome,
  useConnectors,
  type ConnectorHere,
  type ListedConnection,
} from '../../connections/api.ts'
import { ConnectionState } from '../../connections/state.tsx'
import { SystemTile } from '../../connections/system-tile.tsx'
import { fileImportPath, stepPath } from '../api.ts'
import { categoryTexts, isFound, useSlash } from '../catalogue/found.ts'
import { KindBadge } from '../catalogue/kind-badge.tsx'
import { ChoiceCard } from '../choice-card.tsx'
import { Steps } from './steps.tsx'
import s from './select-connector.module.css'

const texts = defineMessages({
  file: { en: 'A file', de: 'Eine Datei' },
  fileText: {
    en: 'Becomes a data structure, and its records are imported',
    de: 'Wird eine Datenstruktur, und ihre Datensätze werden importiert',
  },
  kinds: { en: 'CSV, Excel, JSON or XML', de: 'CSV, Excel, JSON oder XML' },
  once: { en: 'Without a connection', de: 'Ohne Verbindung' },
  heading: { en: 'Where does the data come from?', de: 'Woher kommen die Daten?' },
  text: {
    en: 'Take a connection that is already there or choose a system to connect.',
    de: 'Nehmen Sie eine vorhandene Verbindung oder wählen Sie ein System, das Sie verbinden.',
  },
  have: { en: 'Connections you have', de: 'Vorhandene Verbindungen' },
  readable: {
    en: '{n, plural, one {# that can be read} other {# that can be read}}',
    de: '{n, plural, one {# lesbare} other {# lesbare}}',
  },
  all: { en: 'All', de: 'Alle' },
  fresh: { en: 'New connection', de: 'Neue Verbindung' },
  systems: { en: '{n, plural, one {# system} other {# systems}}', de: '{n, plural, one {# System} other {# Systeme}}' },
  find: { en: 'Find a system, format or address', de: 'System, Format oder Adresse suchen' },
  none: { en: 'No system of this name', de: 'Kein System dieses Namens' },
  noneText: {
    en: 'Try another word, or look through all connectors.',
    de: 'Versuchen Sie ein anderes Wort, oder sehen Sie alle Connectoren durch.',
  },
  others: {
    en: 'Systems without tables, such as file servers and mailboxes, are used by workflows:',
    de: 'Systeme ohne Tabellen, etwa Dateiserver und Postfächer, nutzen Sie in Workflows:',
  },
  connectors: { en: 'all connectors', de: 'alle Connectoren' },
  chosen: { en: '{name}, new connection', de: '{name}, neue Verbindung' },
})

const mostShown = 9

/** The first step: one click chooses, a second goes on. */
export function SelectConnectorScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const may = useMay()
  const before = useSearchParam('draft')
  const wanted = useSearchParam('connector')
  const systems = useConnectors().filter(({ connector }) => connector.provides.includes('tables'))
  const { data } = useQuery({
    queryKey: ['/connections', 'readable'],
    queryFn: ({ signal }) => api.get('/connections', { perPage: 100 }, { signal, quiet: true }),
  })
  const connections = (data?.data ?? []).filter(({ connector }) => systems.some(({ key }) => key === connector))
  const [chosen, choose] = useState(wanted ? `system ${wanted}` : '')
  const [kind, id] = chosen.split(' ') as [string, string | undefined]
  const [busy, setBusy] = useState(false)
  const go = async () => {
    if (kind === 'file') return void (await navigate({ to: fileImportPath }))
    if (!id) return
    setBusy(true)
    try {
      const body = kind === 'connection' ? { connection_id: id } : { connector: id }
      const { data: draft } = before
        ? await api.put(
            `/integration_drafts/${before}`,
            kind === 'connection' ? body : { ...body, connection_id: null },
          )
        : await api.post('/integration_drafts', body as { connector: string })
      // Whoever comes back to choose another system goes on with that one, not with what was known before.
      cache.setQueryData([`/integration_drafts/${draft.id}`], { data: draft })
      const isReady = kind === 'connection' && connections.find((one) => one.id === id)?.state !== 'broken'
      await navigate({ to: stepPath(draft.id, isReady ? 'selectData' : 'loginDetails') })
    } finally {
      setBusy(false)
    }
  }
  const system = systems.find(({ key }) => key === id)
  return (
    <Steps
      current="connector"
      heading={t.heading()}
      text={t.text()}
      onNext={go}
      busy={busy}
      blocked={!chosen}
      note={
        kind === 'file'
          ? t.file()
          : kind === 'connection'
            ? connections.find((one) => one.id === id)?.label
            : system && t.chosen({ name: system.title })
      }
    >
      {connections.length > 0 && (
        <section className={s['part']} aria-labelledby="have">
          <header>
            <h3 id="have">{t.have()}</h3>
            <span>{t.readable({ n: connections.length })}</span>
            {connections.length > mostShown && <Link to={connectionsHome}>{t.all()}</Link>}
          </header>
          <div className={s['cards']}>
            {connections.slice(0, mostShown).map((one) => (
              <ConnectionCard
                key={one.id}
                connection={one}
                system={systems.find(({ key }) => key === one.connector)}
                checked={chosen === `connection ${one.id}`}
                choose={choose}
                go={go}
              />
            ))}
          </div>
        </section>
      )}
      <Systems systems={systems} chosen={chosen} choose={choose} go={go} />
      {may('structures.create') && may('records.create') && (
        <section className={s['part']} aria-labelledby="once">
          <header>
            <h3 id="once">{t.once()}</h3>
            <span>{t.kinds()}</span>
          </header>
          <div className={s['cards']}>
            <ChoiceCard
              plain
              name="source"
              value="file"
              checked={chosen === 'file'}
              onChange={choose}
              onEnter={() => void go()}
              icon={
                <Tile tone="green" size={32}>
                  <IconFileSpreadsheet size={17} aria-hidden />
                </Tile>
              }
              title={t.file()}
              text={t.fileText()}
            />
          </div>
        </section>
      )}
      <p className={s['rest']}>
        {t.others()} <Link to="/project/workflows/connectors">{t.connectors()}</Link>
      </p>
    </Steps>
  )
}

type CardProps = { checked: boolean; choose: (value: string) => void; go: () => Promise<void> }

const ConnectionCard = ({
  connection,
  system,
  checked,
  choose,
  go,
}: CardProps & { connection: ListedConnection; system: ConnectorHere | undefined }) => (
  <ChoiceCard
    plain
    name="source"
    value={`connection ${connection.id}`}
    checked={checked}
    onChange={choose}
    onEnter={() => void go()}
    icon={<SystemTile connector={system} size={32} />}
    title={connection.label}
    text={system?.title ?? connection.connector}
    end={<ConnectionState {...connection} />}
  />
)

type SystemsProps = {
  systems: ConnectorHere[]
  chosen: string
  choose: (value: string) => void
  go: () => Promise<void>
}

function Systems({ systems, chosen, choose, go }: SystemsProps) {
  const t = useTexts(texts)
  const categories = useTexts(categoryTexts)
  const [searched, search] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useSlash(box)
  const found = systems.filter((one) => isFound(one, searched, categories[one.connector.category]()))
  return (
    <section className={s['part']} aria-labelledby="fresh">
      <header>
        <h3 id="fresh">{t.fresh()}</h3>
        <span>{t.systems({ n: systems.length })}</span>
        <TextInput
          ref={box}
          aria-label={t.find()}
          placeholder={t.find()}
          leftSection={<IconSearch size={14} />}
          value={searched}
          onChange={(event) => search(event.currentTarget.value)}
        />
      </header>
      {found.length === 0 && <EmptyState small title={t.none()} text={t.noneText()} />}
      <div className={s['cards']}>
        {found.map((one) => (
          <ChoiceCard
            key={one.key}
            plain
            name="source"
            value={`system ${one.key}`}
            checked={chosen === `system ${one.key}`}
            onChange={choose}
            onEnter={() => void go()}
            icon={<SystemTile connector={one} size={32} />}
            title={one.title}
            text={categories[one.connector.category]()}
            end={<KindBadge connector={one} />}
          />
        ))}
      </div>
    </section>
  )
}
