import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { home as connectionsHome } from '../connections/api.ts'
import { home, type ListedIntegration } from './api.ts'
import s from './integrations.module.css'

export const stateTexts = defineMessages({
  needs_you: { en: 'Needs you', de: 'Braucht Sie' },
  running: { en: 'Running', de: 'Läuft' },
  healthy: { en: 'Healthy', de: 'In Ordnung' },
  paused: { en: 'Paused', de: 'Angehalten' },
  new: { en: 'Not run yet', de: 'Noch nicht gelaufen' },
})

const texts = defineMessages({
  connection: { en: 'Sign-in is broken', de: 'Anmeldung gestört' },
  connectionDo: { en: 'Sign in again', de: 'Neu anmelden' },
  noConnection: { en: 'The connection is gone', de: 'Die Verbindung fehlt' },
  changed: { en: 'Source changed', de: 'Quelle geändert' },
  changedDo: { en: 'Review plan', de: 'Plan ansehen' },
  held: { en: 'Rows suddenly missing', de: 'Zeilen fehlen plötzlich' },
  heldDo: { en: 'Decide', de: 'Entscheiden' },
  failed: { en: 'Last run failed', de: 'Letzter Lauf gescheitert' },
  failedDo: { en: 'See why', de: 'Grund ansehen' },
  refused: {
    en: '{n, plural, one {# row refused} other {# rows refused}}',
    de: '{n, plural, one {# Zeile abgelehnt} other {# Zeilen abgelehnt}}',
  },
  refusedDo: { en: 'See rows', de: 'Zeilen ansehen' },
})

const tones: Record<ListedIntegration['state'], Tone> = {
  needs_you: 'amber',
  running: 'blue',
  healthy: 'green',
  paused: 'slate',
  new: 'slate',
}

/** How an integration is, and the way to what puts it right. */
export function Health({ row }: { row: ListedIntegration }) {
  const t = useTexts(texts)
  const states = useTexts(stateTexts)
  const { reason, state } = row
  if (state !== 'needs_you' || reason === null)
    return (
      <StatusDot tone={tones[state]} pulse={state === 'running'}>
        {states[state]()}
      </StatusDot>
    )
  const words =
    reason === 'refused'
      ? t.refused({ n: row.count })
      : reason === 'connection' && !row.connection
        ? t.noConnection()
        : t[reason]()
  const to = remedyOf(row)
  return (
    <span className={s['health']}>
      <StatusDot tone={reason === 'connection' || reason === 'failed' ? 'red' : 'amber'}>{words}</StatusDot>
      {to && (
        <Link to={to.path} {...(to.search && { search: to.search as never })}>
          {t[`${reason}Do`]()}
        </Link>
      )}
    </span>
  )
}

/** Where what is wrong is put right. */
function remedyOf({
  id,
  reason,
  connection,
  last_run,
  workflow_id,
}: ListedIntegration): { path: string; search?: object } | undefined {
  const run = last_run && `/project/workflows/reporting/${workflow_id}/${last_run.job_id}/details`
  switch (reason) {
    case 'connection':
      return connection ? { path: `${connectionsHome}/${connection.id}/edit` } : undefined
    case 'changed':
      return { path: `${home}/${id}/changes` }
    case 'held':
      return { path: `${home}/${id}` }
    case 'failed':
      return run ? { path: run } : undefined
    case 'refused':
      return run ? { path: run, search: { tab: 'rejected' } } : undefined
    case null:
      return undefined
  }
}
