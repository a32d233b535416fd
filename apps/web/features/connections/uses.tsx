import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import s from './connections.module.css'

const texts = defineMessages({
  title: { en: 'Used by', de: 'Verwendet von' },
  none: { en: 'No workflow of this project uses it', de: 'Kein Workflow dieses Projekts verwendet sie' },
  noneText: {
    en: 'Choose it in a step such as “Read from a connection”.',
    de: 'Wählen Sie sie in einem Schritt wie „Aus einer Verbindung lesen“.',
  },
  runs: { en: 'active', de: 'aktiv' },
  off: { en: 'off', de: 'aus' },
  hosts: { en: 'Allowed internal hosts', de: 'Freigegebene interne Hosts' },
  hostsNote: {
    en: 'Public addresses need no entry; the provider allows others.',
    de: 'Öffentliche Adressen brauchen keinen Eintrag; andere gibt der Anbieter frei.',
  },
  noHosts: { en: 'None', de: 'Keine' },
})

/** The workflows of the project that name a connection. */
export function Uses({ id }: { id: string }) {
  const t = useTexts(texts)
  const path = `/connections/${id}/uses` as const
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }) })
  if (!data) return null
  return (
    <Panel title={t.title()} bleed={data.data.length > 0}>
      {data.data.length === 0 ? (
        <EmptyState small title={t.none()} text={t.noneText()} />
      ) : (
        <ul className={s['uses']}>
          {data.data.map(({ id: workflow, label, active, published }) => (
            <li key={workflow}>
              <Link to={`/project/workflows/${workflow}`}>{label}</Link>
              <StatusDot tone={active && published ? 'green' : 'slate'}>
                {active && published ? t.runs() : t.off()}
              </StatusDot>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The hosts in internal networks that connections of this tenant may reach. */
export function AllowedHere() {
  const t = useTexts(texts)
  const { data } = useQuery({
    queryKey: ['/allowed_hosts'],
    queryFn: ({ signal }) => api.get('/allowed_hosts', {}, { signal, quiet: true }),
  })
  if (!data) return null
  return (
    <Panel title={t.hosts()} note={t.hostsNote()}>
      {data.data.length === 0 ? (
        <p className="muted">{t.noHosts()}</p>
      ) : (
        <ul className={s['hosts']}>
          {data.data.map(({ id, host, port }) => (
            <li key={id} className="mono">
              {port === null ? host : `${host}:${port}`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
