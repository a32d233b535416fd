import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconCircle, IconLoader2, IconPlayerPlay, IconRestore, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Run, RunStep } from './run.ts'
import s from './wizard.module.css'

const texts = defineMessages({
  label: { en: 'Steps of the setup', de: 'Schritte der Einrichtung' },
  pending: { en: 'Not run yet', de: 'Noch nicht ausgeführt' },
  running: { en: 'Being run', de: 'Wird ausgeführt' },
  done: { en: 'Done', de: 'Erledigt' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  undone: { en: 'Taken back', de: 'Zurückgenommen' },
  run: { en: 'Run', de: 'Ausführen' },
  again: { en: 'Try again', de: 'Erneut' },
  runStep: { en: 'Run: {step}', de: 'Ausführen: {step}' },
})

export const detailTexts = defineMessages({
  database: { en: 'Database {name}', de: 'Datenbank {name}' },
  entry: { en: 'Entry and first user', de: 'Eintrag und erster Benutzer' },
  storage: { en: 'Created, then assigned', de: 'Angelegt, dann zugewiesen' },
  storageHalf: { en: 'Created, not assigned yet', de: 'Angelegt, noch nicht zugewiesen' },
  connections: { en: 'Relational, then documents', de: 'Relational, dann Dokumente' },
  connectionsHalf: { en: 'Relational assigned, documents not yet', de: 'Relational zugewiesen, Dokumente noch nicht' },
  sftp: { en: 'User {name}', de: 'Benutzer {name}' },
  collections: {
    en: '{count, plural, one {# collection} other {# collections}}',
    de: '{count, plural, one {# Sammlung} other {# Sammlungen}}',
  },
  queues: {
    en: '{count, plural, one {# queue} other {# queues}}',
    de: '{count, plural, one {# Warteschlange} other {# Warteschlangen}}',
  },
  daemons: {
    en: '{count, plural, =0 {No service is running; the next start takes it up} one {# service told} other {# services told}}',
    de: '{count, plural, =0 {Kein Dienst läuft; der nächste Start übernimmt ihn} one {# Dienst verständigt} other {# Dienste verständigt}}',
  },
})
type DetailTexts = ReturnType<typeof useTexts<typeof detailTexts>>

/** What a step has left, in a few words. */
export function detailOf({ key, result }: RunStep, t: DetailTexts): string | undefined {
  if (result.database) return t.database({ name: result.database })
  if (key === 'add_entry' && 'tenant_id' in result) return t.entry()
  if (result.created) return result.assigned ? t.storage() : t.storageHalf()
  if (result.relational) return result.documents ? t.connections() : t.connectionsHalf()
  if (key === 'add_sftp_user' && result.username) return t.sftp({ name: result.username })
  if (result.collections !== undefined) return t.collections({ count: result.collections })
  if (result.queues) return t.queues({ count: result.queues.length })
  if (result.daemons) return t.daemons({ count: result.daemons.length })
  return undefined
}

const icons = { pending: IconCircle, running: IconLoader2, done: IconCheck, failed: IconX, undone: IconRestore }
const colours = {
  pending: 'var(--border-2)',
  running: 'var(--accent)',
  done: 'var(--green-dot)',
  failed: 'var(--red-dot)',
  undone: 'var(--text-3)',
}

/** All steps with state, what they left, how long they took, and a button to run one alone. */
export function RunSteps({ run, busy, onRun }: { run: Run; busy: boolean; onRun: (key: string) => void }) {
  const t = useTexts(texts)
  const d = useTexts(detailTexts)
  return (
    <ol className={s['list']} aria-label={t.label()} aria-live="polite">
      {run.steps.map((step) => {
        const Icon = icons[step.state]
        const runnable = !busy && run.state !== 'undone' && (step.state === 'pending' || step.state === 'failed')
        return (
          <li key={step.key} className={s['row']} data-state={step.state} data-step={step.key}>
            <span className={s['mark']} style={{ color: colours[step.state] }}>
              <Icon size={17} stroke={2} className={step.state === 'running' ? s['spin'] : undefined} aria-hidden />
            </span>
            <div>
              <b>{step.title}</b>
              <small>
                {t[step.state]()}
                {detailOf(step, d) && ` · ${detailOf(step, d)}`}
              </small>
            </div>
            <Taken step={step} />
            <div className={s['do']}>
              {runnable && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t.runStep({ step: step.title })}
                  leftSection={<IconPlayerPlay size={13} />}
                  onClick={() => onRun(step.key)}
                >
                  {step.state === 'failed' ? t.again() : t.run()}
                </Button>
              )}
            </div>
            {step.error && (
              <div className={s['failed']} role="alert">
                {step.error.message}
                {step.error.detail && <code>{step.error.detail}</code>}
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** How long a step took, or takes so far. */
function Taken({ step }: { step: RunStep }) {
  const formats = useFormats()
  const [now, setNow] = useState(Date.now())
  const running = step.state === 'running' && step.started_at !== null
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [running])
  const ms = running ? Math.max(0, now - Date.parse(step.started_at!)) : step.duration_ms
  return <span className={s['time']}>{ms === null || step.state === 'pending' ? '' : formats.duration(ms)}</span>
}
