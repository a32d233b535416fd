import { ActionIcon, Button, Select } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Tile } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { queries } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useSession, type UserKind } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowDown, IconArrowUp, IconLink, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { areaTexts, menuOf } from '../../shell/menu.ts'
import { usePages, type OpenPage } from '../../shell/pages.ts'
import s from './quick-links.module.css'

const texts = defineMessages({
  title: { en: 'Quick links', de: 'Schnellzugriff' },
  edit: { en: 'Edit', de: 'Bearbeiten' },
  editThem: { en: 'Edit quick links', de: 'Schnellzugriff bearbeiten' },
  save: { en: 'Save', de: 'Speichern' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  add: { en: 'Add a screen', de: 'Seite hinzufügen' },
  nothing: { en: 'No screen of this name', de: 'Keine Seite mit diesem Namen' },
  common: { en: 'For everybody', de: 'Für alle' },
  up: { en: 'Move {name} up', de: '{name} nach oben' },
  down: { en: 'Move {name} down', de: '{name} nach unten' },
  remove: { en: 'Remove {name}', de: '{name} entfernen' },
  none: { en: 'No quick links', de: 'Kein Schnellzugriff' },
  noneText: {
    en: 'Choose the screens you want at hand.',
    de: 'Wählen Sie die Seiten, die Sie griffbereit haben möchten.',
  },
})

const path = '/quick_links'
const most = 24
/** So many entries of the menus stand there until somebody chooses their own. */
const atFirst = 8

const usual = (kind: UserKind) =>
  menuOf(kind === 'client' ? 'project' : kind)
    .groups.flatMap(({ entries }) => entries.map(({ pages }) => pages[0]!.name))
    .filter((name) => !name.endsWith('Welcome'))
    .slice(0, atFirst)

/** The screens somebody wants at hand: chosen, ordered and removed in place. */
export function QuickLinks() {
  const t = useTexts(texts)
  const pages = usePages()
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }),
  })
  const [draft, setDraft] = useState<string[]>()
  const { busy, send } = useSubmit()
  const kind = useSession((value) => value.user!.kind)
  const chosen = data?.data.routes ?? usual(kind)
  const links = (draft ?? chosen).flatMap((name) => pages.find(({ route }) => route.name === name) ?? [])
  const names = links.map(({ route }) => route.name)
  const save = () =>
    send(async () => {
      queries.setQueryData([path], await api.put(path, { routes: names }))
      setDraft(undefined)
    })
  const edit = () => setDraft(names)
  const actions = draft ? (
    <>
      <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
        {t.cancel()}
      </Button>
      <Button size="xs" loading={busy} onClick={() => void save()}>
        {t.save()}
      </Button>
    </>
  ) : (
    <Button size="xs" variant="subtle" leftSection={<IconPencil size={14} />} aria-label={t.editThem()} onClick={edit}>
      {t.edit()}
    </Button>
  )
  if (!data) return null
  return (
    <Panel title={t.title()} actions={actions}>
      {draft ? (
        <Editor
          links={links}
          free={pages.filter(({ route }) => !names.includes(route.name) && route.name !== 'dashboard')}
          onChange={setDraft}
        />
      ) : links.length === 0 ? (
        <EmptyState small icon={IconLink} title={t.none()} text={t.noneText()} />
      ) : (
        <Shown links={links} />
      )}
    </Panel>
  )
}

function Shown({ links }: { links: OpenPage[] }) {
  return (
    <ul className={s['links']}>
      {links.map((page) => (
        <li key={page.route.name}>
          <Link to={page.route.path}>
            <Name page={page} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Name({ page: { route, icon: Icon, tone, area } }: { page: OpenPage }) {
  const t = useTexts(texts)
  const areas = useTexts(areaTexts)
  const read = useLabel()
  return (
    <>
      <Tile tone={tone} size={28}>
        <Icon size={16} stroke={1.7} />
      </Tile>
      <span className={s['words']}>
        <b>{read(route.title)}</b>
        <small>{area ? areas[area]() : t.common()}</small>
      </span>
    </>
  )
}

type EditorProps = { links: OpenPage[]; free: OpenPage[]; onChange: (names: string[]) => void }

function Editor({ links, free, onChange }: EditorProps) {
  const t = useTexts(texts)
  const read = useLabel()
  const names = links.map(({ route }) => route.name)
  const swap = (at: number, other: number) =>
    onChange(names.map((name, i) => (i === at ? names[other]! : i === other ? names[at]! : name)))
  return (
    <>
      <ol className={s['editing']}>
        {links.map((page, at) => {
          const name = read(page.route.title)
          return (
            <li key={page.route.name}>
              <Name page={page} />
              <span className={s['tools']}>
                <ActionIcon size="xs" disabled={at === 0} aria-label={t.up({ name })} onClick={() => swap(at, at - 1)}>
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  size="xs"
                  disabled={at === links.length - 1}
                  aria-label={t.down({ name })}
                  onClick={() => swap(at, at + 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
                <ActionIcon
                  size="xs"
                  aria-label={t.remove({ name })}
                  onClick={() => onChange(names.filter((one) => one !== page.route.name))}
                >
                  <IconX size={14} />
                </ActionIcon>
              </span>
            </li>
          )
        })}
      </ol>
      {links.length < most && <Adding free={free} onAdd={(name) => onChange([...names, name])} />}
    </>
  )
}

function Adding({ free, onAdd }: { free: OpenPage[]; onAdd: (name: string) => void }) {
  const t = useTexts(texts)
  const areas = useTexts(areaTexts)
  const read = useLabel()
  const [search, setSearch] = useState('')
  const add = (name: string | null) => {
    if (name) onAdd(name)
    setSearch('')
  }
  const groups = [...new Set(free.map(({ area }) => area))].map((area) => ({
    group: area ? areas[area]() : t.common(),
    items: free
      .filter((page) => page.area === area)
      .map(({ route }) => ({ value: route.name, label: read(route.title) })),
  }))
  return (
    <Select
      searchable
      aria-label={t.add()}
      placeholder={t.add()}
      leftSection={<IconPlus size={14} />}
      data={groups}
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t.nothing()}
      onChange={add}
    />
  )
}
