import { ActionIcon, Button, Menu } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, StatusDot, Tile } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconChevronDown, IconCpu, IconDots, IconServerOff } from '@tabler/icons-react'
import { machineTones, type Machine, type MachineWorker } from './machine.ts'
import s from './queues.module.css'
import { actions, actionTexts, doneTexts, stateTexts, type Action } from './texts.ts'

const texts = defineMessages({
  machines: { en: 'Machines', de: 'Maschinen' },
  note: {
    en: 'Each runs jobs of every tenant, and says every five seconds how it is.',
    de: 'Jede führt Jobs aller Mandanten aus und meldet alle fünf Sekunden, wie es ihr geht.',
  },
  all: { en: 'All machines', de: 'Alle Maschinen' },
  actionsFor: { en: 'Actions for {name}', de: 'Aktionen für {name}' },
  none: { en: 'No machine has ever run here', de: 'Hier lief noch keine Maschine' },
  silent: { en: 'Silent since {when}', de: 'Schweigt seit {when}' },
  heard: { en: 'heard {when}', de: 'gemeldet {when}' },
  since: { en: 'started {when}', de: 'gestartet {when}' },
  facts: {
    en: 'Version {version} · {processors, plural, one {# processor} other {# processors}} · {places, plural, one {# job at once} other {# jobs at once}}',
    de: 'Version {version} · {processors, plural, one {# Prozessor} other {# Prozessoren}} · {places, plural, one {# Job zugleich} other {# Jobs zugleich}}',
  },
  outdated: { en: 'Settings changed since', de: 'Einstellungen seitdem geändert' },
  workers: { en: 'Worker processes of {name}', de: 'Worker-Prozesse von {name}' },
  warm: { en: 'Warm', de: 'Bereit' },
  busy: { en: 'Busy', de: 'Arbeitet' },
  process: { en: 'Process', de: 'Prozess' },
  memory: { en: 'Memory', de: 'Arbeitsspeicher' },
  ofMemory: { en: '{used} of {limit} MB', de: '{used} von {limit} MB' },
  limit: { en: 'at most {limit} MB', de: 'höchstens {limit} MB' },
  at: { en: 'Works on', de: 'Arbeitet an' },
  forget: { en: 'Remove from the list', de: 'Aus der Liste entfernen' },
  done: { en: '{what} {when}', de: '{what} {when}' },
  asked: { en: '{what}: taken up {when}', de: '{what}: angenommen {when}' },
  expired: { en: '{what}: nobody answered {when}', de: '{what}: keine Antwort {when}' },
  failed: { en: '{what}: failed {when}', de: '{what}: fehlgeschlagen {when}' },
  took: {
    en: '{count, plural, one {The machine has taken it up} other {# machines have taken it up}}',
    de: '{count, plural, one {Die Maschine hat es angenommen} other {# Maschinen haben es angenommen}}',
  },
  notTaken: {
    en: 'No answer within five seconds from {names}; the command was withdrawn.',
    de: 'Keine Antwort innerhalb von fünf Sekunden von {names}; der Befehl wurde zurückgezogen.',
  },
  sureRestart: { en: 'Restart the workers?', de: 'Worker neu starten?' },
  sureRestartText: {
    en: 'Running jobs end first; until then no other begins here. That may take as long as the longest job.',
    de: 'Laufende Jobs enden zuerst; bis dahin beginnt hier kein anderer. Das kann so lange dauern wie der längste Job.',
  },
  sureDrain: { en: 'Let running jobs end, then stop?', de: 'Laufende Jobs auslaufen lassen, dann stoppen?' },
  sureStop: { en: 'Stop now?', de: 'Jetzt stoppen?' },
  sureStopText: {
    en: 'Running jobs stop behind their batch and go on where they were as soon as a machine takes them. Nothing is lost.',
    de: 'Laufende Jobs halten hinter ihrem Stapel an und machen dort weiter, sobald eine Maschine sie nimmt. Nichts geht verloren.',
  },
})

/** Asks the machines, and says which of them have taken it up. */
function useAsk() {
  const t = useTexts(texts)
  const verbs = useTexts(actionTexts)
  const asks: Partial<Record<Action, { title: string; text: string }>> = {
    restart: { title: t.sureRestart(), text: t.sureRestartText() },
    drain: { title: t.sureDrain(), text: t.sureRestartText() },
    stop: { title: t.sureStop(), text: t.sureStopText() },
  }
  return async (action: Action, id?: string) => {
    const ask = asks[action]
    if (ask && !(await confirm({ ...ask, action: verbs[action](), danger: action === 'stop' }))) return
    try {
      const { data } = await api.post(`/supervisor/${action}`, id ? { id } : {})
      const late = data.filter(({ state }) => state === 'expired')
      const taken = data.length - late.length
      toast({
        title: taken > 0 ? t.took({ count: taken }) : verbs[action](),
        ...(late.length > 0 && { message: t.notTaken({ names: late.map(({ machine }) => machine).join(', ') }) }),
        tone: late.length > 0 ? 'amber' : 'green',
      })
    } finally {
      await refresh('/supervisor', '/queues')
    }
  }
}

/** What may be asked of all machines at once. */
export function AllMachines() {
  const t = useTexts(texts)
  const verbs = useTexts(actionTexts)
  const ask = useAsk()
  const may = useMay()
  if (!may('system.run')) return null
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconCpu size={15} />} rightSection={<IconChevronDown size={13} />}>
          {t.all()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item key={action} onClick={() => void ask(action)}>
            {verbs[action]()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The machines with their supervisors and workers. */
export function Machines({ machines }: { machines: Machine[] | undefined }) {
  const t = useTexts(texts)
  if (!machines) return null
  return (
    <Panel title={t.machines()} note={t.note()} bleed>
      {machines.length === 0 ? (
        <EmptyState icon={IconServerOff} title={t.none()} />
      ) : (
        machines.map((machine) => <MachineRow key={machine.id} machine={machine} />)
      )}
    </Panel>
  )
}

function MachineRow({ machine }: { machine: Machine }) {
  const t = useTexts(texts)
  const states = useTexts(stateTexts)
  const formats = useFormats()
  const { host, state, silent, beat_at, started_at, configuration, outdated, problem, workers } = machine
  const busy = workers.filter((worker) => worker.busy).length
  return (
    <div className={s['machine']}>
      <Tile tone={silent ? 'slate' : machineTones[state]} size={32}>
        <IconCpu size={18} stroke={1.7} />
      </Tile>
      <div className={s['about']}>
        <b>
          {host}{' '}
          <StatusDot
            tone={silent ? 'red' : machineTones[state]}
            pulse={!silent && (state === 'draining' || state === 'starting')}
          >
            {silent ? t.silent({ when: formats.ago(beat_at) }) : states[state]()}
          </StatusDot>
          {outdated && !silent && <Badge tone="amber">{t.outdated()}</Badge>}
        </b>
        <small>
          {t.facts({ version: machine.version, processors: machine.processors, places: configuration?.places ?? 0 })}
          {state === 'running' && !silent && ` · ${t.since({ when: formats.ago(started_at) })}`}
          {!silent && ` · ${t.heard({ when: formats.ago(beat_at) })}`}
        </small>
        {problem && <p className={s['problem']}>{problem}</p>}
        {workers.length > 0 && <Workers host={host} workers={workers} busy={busy} />}
        <Commands commands={machine.commands} />
      </div>
      <MachineMenu machine={machine} />
    </div>
  )
}

function Workers({ host, workers, busy }: { host: string; workers: MachineWorker[]; busy: number }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const memory = (worker: MachineWorker) =>
    worker.used_mb === null
      ? t.limit({ limit: worker.limit_mb })
      : t.ofMemory({ used: worker.used_mb, limit: worker.limit_mb })
  return (
    <table className={s['workers']} aria-label={t.workers({ name: host })} data-busy={busy}>
      <thead>
        <tr>
          <th>{t.process()}</th>
          <th />
          <th>{t.memory()}</th>
          <th>{t.at()}</th>
        </tr>
      </thead>
      <tbody>
        {workers.map((worker) => (
          <tr key={worker.pid}>
            <td className="mono">{worker.pid}</td>
            <td>
              <StatusDot tone={worker.busy ? 'blue' : 'green'} pulse={worker.busy}>
                {worker.busy ? t.busy() : t.warm()}
              </StatusDot>
            </td>
            <td>{memory(worker)}</td>
            <td>
              {worker.job ? (
                `${worker.job.workflow_label} · ${worker.job.tenant_name} · ${formats.ago(worker.since)}`
              ) : (
                <span className="muted">–</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The last two things that were asked of it, and what became of them. */
function Commands({ commands }: { commands: Machine['commands'] }) {
  const t = useTexts(texts)
  const verbs = useTexts(actionTexts)
  const done = useTexts(doneTexts)
  const formats = useFormats()
  if (commands.length === 0) return null
  const told = ({ action, state, asked_at, finished_at, problem }: Machine['commands'][number]) => {
    const when = formats.ago(finished_at ?? asked_at)
    if (state === 'done') return t.done({ what: done[action](), when })
    if (state === 'failed') return `${t.failed({ what: verbs[action](), when })}: ${problem}`
    return state === 'expired' ? t.expired({ what: verbs[action](), when }) : t.asked({ what: verbs[action](), when })
  }
  return <small>{commands.slice(0, 2).map(told).join(' · ')}</small>
}

function MachineMenu({ machine }: { machine: Machine }) {
  const t = useTexts(texts)
  const verbs = useTexts(actionTexts)
  const ask = useAsk()
  const may = useMay()
  if (!may('system.run')) return null
  const forget = async () => {
    await api.delete(`/supervisor/machines/${machine.id}`)
    await refresh('/supervisor')
  }
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <ActionIcon aria-label={t.actionsFor({ name: machine.host })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {machine.silent ? (
          <Menu.Item onClick={() => void forget()}>{t.forget()}</Menu.Item>
        ) : (
          actions.map((action) => (
            <Menu.Item key={action} onClick={() => void ask(action, machine.id)}>
              {verbs[action]()}
            </Menu.Item>
          ))
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
