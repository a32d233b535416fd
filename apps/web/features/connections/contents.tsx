import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam, useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { FormWaiting, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconFile, IconFolder, IconInbox, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { home, useConnectors } from './api.ts'
import { ConnectionFrame } from './connection-frame.tsx'
import s from './contents.module.css'

const texts = defineMessages({
  again: { en: 'Read again', de: 'Neu lesen' },
  failed: { en: 'This could not be read', de: 'Das konnte nicht gelesen werden' },
  nothing: { en: 'Nothing to look into', de: 'Nichts zum Hineinsehen' },
  nothingText: {
    en: 'A system of this kind lists nothing, or you may not read through the connection.',
    de: 'Ein System dieser Art listet nichts auf, oder Sie dürfen nicht durch die Verbindung lesen.',
  },
  top: { en: 'Top', de: 'Oben' },
  path: { en: 'Folders on the way', de: 'Ordner auf dem Weg' },
  name: { en: 'Name', de: 'Name' },
  size: { en: 'Size', de: 'Größe' },
  changed: { en: 'Changed', de: 'Geändert' },
  empty: { en: 'This folder is empty', de: 'Dieser Ordner ist leer' },
  places: { en: 'Queues, topics and folders', de: 'Queues, Topics und Ordner' },
  kind: { en: 'Kind', de: 'Art' },
  messages: { en: 'Messages', de: 'Nachrichten' },
  none: { en: 'The system lists none', de: 'Das System listet keine auf' },
  noneText: {
    en: 'Name the queue or topic in the step; not every system tells which there are.',
    de: 'Nennen Sie Queue oder Topic im Schritt; nicht jedes System sagt, welche es gibt.',
  },
  queue: { en: 'Queue', de: 'Queue' },
  topic: { en: 'Topic', de: 'Topic' },
  stream: { en: 'Stream', de: 'Stream' },
  exchange: { en: 'Exchange', de: 'Exchange' },
  folder: { en: 'Folder', de: 'Ordner' },
})

/** What a system of files, messages or mails holds, asked of it now. */
export function ConnectionContentsScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const may = useMay()
  const connectors = useConnectors()
  const { data } = useEntry(`/connections/${id}`)
  const provides = connectors.find(({ key }) => key === data?.row.connector)?.connector.provides ?? []
  const mayLook = may('connections.run')
  return (
    <ConnectionFrame id={id}>
      {mayLook && provides.includes('files') ? (
        <Folder id={id} />
      ) : mayLook && (provides.includes('messages') || provides.includes('mailbox')) ? (
        <Places id={id} />
      ) : (
        <EmptyState icon={IconInbox} title={t.nothing()} text={t.nothingText()} />
      )}
    </ConnectionFrame>
  )
}

function Folder({ id }: { id: string }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const path = useSearchParam('path') ?? ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [`/connections/${id}/folder`, path],
    queryFn: ({ signal }) => api.get(`/connections/${id}/folder`, { path }, { signal, quiet: true }),
    staleTime: 60_000,
    retry: false,
  })
  const again = <Again busy={isFetching} onClick={() => void refetch()} />
  const at = (folder: string) => ({
    to: `${home}/${id}/contents`,
    search: (folder === '' ? {} : { path: folder }) as never,
  })
  return (
    <Panel title={path.split('/').at(-1) || t.top()} actions={again} bleed>
      <Way path={path} at={at} />
      {error ? (
        <EmptyState title={t.failed()} text={error.message} />
      ) : !data ? (
        <FormWaiting />
      ) : data.data.length === 0 ? (
        <EmptyState small icon={IconFolder} title={t.empty()} />
      ) : (
        <SmallTable columns={[t.name(), t.size(), t.changed()]}>
          {data.data.map((entry) => (
            <tr key={entry.path}>
              <td className={s['name']}>
                {entry.kind === 'folder' ? <IconFolder size={16} aria-hidden /> : <IconFile size={16} aria-hidden />}
                {entry.kind === 'folder' ? <Link {...at(entry.path)}>{entry.name}</Link> : entry.name}
              </td>
              <td className="num">
                {entry.kind === 'folder' || entry.size === null ? '–' : formats.bytes(entry.size)}
              </td>
              <td>{entry.modified_at === null ? '–' : formats.dateTime(entry.modified_at)}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}

/** The folders on the way to this one, each a link. */
function Way({ path, at }: { path: string; at: (folder: string) => { to: string; search: never } }) {
  const t = useTexts(texts)
  const parts = path.split('/').filter(Boolean)
  if (parts.length === 0) return null
  return (
    <nav className={s['way']} aria-label={t.path()}>
      <Link {...at('')}>{t.top()}</Link>
      {parts.map((part, i) => (
        <span key={parts.slice(0, i + 1).join('/')}>
          {' / '}
          <Link {...at(parts.slice(0, i + 1).join('/'))}>{part}</Link>
        </span>
      ))}
    </nav>
  )
}

function Places({ id }: { id: string }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [`/connections/${id}/places`],
    queryFn: ({ signal }) => api.get(`/connections/${id}/places`, {}, { signal, quiet: true }),
    staleTime: 60_000,
    retry: false,
  })
  return (
    <Panel title={t.places()} actions={<Again busy={isFetching} onClick={() => void refetch()} />} bleed>
      {error ? (
        <EmptyState title={t.failed()} text={error.message} />
      ) : !data ? (
        <FormWaiting />
      ) : data.data.length === 0 ? (
        <EmptyState small icon={IconInbox} title={t.none()} text={t.noneText()} />
      ) : (
        <SmallTable columns={[t.name(), t.kind(), t.messages()]}>
          {data.data.map(({ name, kind, messages }) => (
            <tr key={`${kind} ${name}`}>
              <td className="mono">{name}</td>
              <td>{t[kind]()}</td>
              <td className="num">{messages === null ? '–' : formats.number(messages)}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}

function Again({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const t = useTexts(texts)
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      leftSection={<IconRefresh size={14} />}
      onClick={onClick}
    >
      {t.again()}
    </Button>
  )
}
