import { Button } from '@mantine/core'
import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Wizard, type WizardState } from '@weft/kit/ui/wizard.tsx'
import { IconAlertTriangle, IconArrowBackUp, IconPlayerPause } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAccountHome } from './account.ts'
import { Finish } from './finish.tsx'
import type { Run, RunStep } from './run.ts'
import { RunSteps, detailOf, detailTexts } from './run-steps.tsx'
import { Summary } from './summary.tsx'
import { useRun } from './use-run.ts'
import s from './wizard.module.css'

const texts = defineMessages({
  tenantTitle: { en: 'Create tenant', de: 'Mandant anlegen' },
  partnerTitle: { en: 'Create partner', de: 'Partner anlegen' },
  gone: { en: 'This setup could not be loaded', de: 'Diese Einrichtung konnte nicht geladen werden' },
  ready: { en: '{name} can be set up', de: '{name} kann eingerichtet werden' },
  readyText: {
    en: 'Run all steps, or one after the other.',
    de: 'Führen Sie alle Schritte auf einmal aus oder einen nach dem anderen.',
  },
  working: { en: '{name} is being set up', de: '{name} wird eingerichtet' },
  workingText: {
    en: 'You may leave this page; the steps go on.',
    de: 'Sie können diese Seite verlassen, die Schritte laufen weiter.',
  },
  stopped: { en: 'A step did not succeed', de: 'Ein Schritt ist nicht gelungen' },
  stoppedText: {
    en: 'What is done stays done. Try again, or take everything back.',
    de: 'Was erledigt ist, bleibt erledigt. Versuchen Sie es erneut, oder nehmen Sie alles zurück.',
  },
  broken: { en: 'The setup was interrupted', de: 'Die Einrichtung wurde unterbrochen' },
  brokenText: {
    en: 'The server was stopped in the middle of a step. Continuing finds what is there already and completes it.',
    de: 'Der Server wurde mitten in einem Schritt angehalten. Beim Fortsetzen wird Vorhandenes gefunden und ergänzt.',
  },
  undoing: { en: 'Everything is being taken back', de: 'Alles wird zurückgenommen' },
  undone: { en: 'Everything was taken back', de: 'Alles wurde zurückgenommen' },
  undoneText: {
    en: 'Databases, logins, storage and entry are gone. Nothing is left of this setup.',
    de: 'Datenbanken, Zugänge, Speicher und Eintrag sind entfernt. Von dieser Einrichtung ist nichts übrig.',
  },
  finished: { en: '{name} is ready', de: '{name} ist bereit' },
  finishedText: {
    en: 'All nine steps are done. These are the sign-in data for the first user.',
    de: 'Alle neun Schritte sind erledigt. Das sind die Zugangsdaten des ersten Benutzers.',
  },
  runAll: { en: 'Run all steps', de: 'Alle Schritte ausführen' },
  rest: { en: 'Run remaining steps', de: 'Übrige Schritte ausführen' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
  resume: { en: 'Continue setup', de: 'Einrichtung fortsetzen' },
  openTenant: { en: 'Open tenant', de: 'Mandant öffnen' },
  openPartner: { en: 'Open partner', de: 'Partner öffnen' },
  anew: { en: 'Start again', de: 'Neu beginnen' },
  undo: { en: 'Undo', de: 'Zurücknehmen' },
  sure: { en: 'Take everything back?', de: 'Alles zurücknehmen?' },
  sureText: {
    en: 'The databases, the storage and the users of “{name}” are removed. This cannot be reversed.',
    de: 'Die Datenbanken, der Speicher und die Benutzer von „{name}“ werden entfernt. Das lässt sich nicht umkehren.',
  },
})

/** The nine steps of a setup, live, until it is finished or taken back. */
export function RunPage({ kind, id }: { kind: AccountKind; id: string }) {
  const t = useTexts(texts)
  const d = useTexts(detailTexts)
  const navigate = useNavigate()
  const home = useAccountHome(kind)
  const { run, error, asking, act } = useRun(kind, id)
  if (error) return <EmptyState title={t.gone()} text={error.message} />
  if (!run) return <div aria-busy="true" />
  const phase = phaseOf(run, asking)
  const { name } = run.draft

  const undo = async () => {
    if (await confirm({ title: t.sure(), text: t.sureText({ name }), action: t.undo(), danger: true }))
      await act('undo')
  }
  const next = () => {
    if (phase === 'done') return void navigate({ to: `${home}/${run.tenant_id}` })
    if (phase === 'undone') return void navigate({ to: '.', search: {} as never, replace: true })
    if (phase === 'interrupted' && run.state === 'undoing') return void act('undo')
    return void act('run')
  }
  const words = {
    ready: { heading: t.ready({ name }), text: t.readyText(), next: t.runAll() },
    between: { heading: t.ready({ name }), text: t.readyText(), next: t.rest() },
    working: { heading: t.working({ name }), text: t.workingText(), next: t.rest() },
    undoing: { heading: t.undoing(), text: '', next: t.rest() },
    failed: { heading: t.stopped(), text: t.stoppedText(), next: t.again() },
    interrupted: { heading: t.broken(), text: t.brokenText(), next: t.resume() },
    undone: { heading: t.undone(), text: t.undoneText(), next: t.anew() },
    done: {
      heading: t.finished({ name }),
      text: t.finishedText(),
      next: kind === 'partner' ? t.openPartner() : t.openTenant(),
    },
  }[phase]
  const idle = !['working', 'undoing'].includes(phase)
  const content =
    phase === 'done' ? (
      <Finish run={run} />
    ) : (
      <RunSteps run={run} busy={!idle} onRun={(key) => void act(`steps/${key}/run`)} />
    )

  return (
    <Wizard
      title={kind === 'partner' ? t.partnerTitle() : t.tenantTitle()}
      steps={run.steps.map((step) => ({
        key: step.key,
        title: step.title,
        state: stateOf(step),
        summary: step.state === 'done' ? detailOf(step, d) : undefined,
        heading: words.heading,
        text: words.text,
        content: (
          <>
            <Trouble run={run} phase={phase} />
            {content}
          </>
        ),
      }))}
      current={currentOf(run)}
      onGo={() => {}}
      onNext={next}
      {...(phase !== 'done' && phase !== 'undone' && { onCancel: () => void navigate({ to: home }) })}
      nextLabel={words.next}
      finishLabel={words.next}
      busy={!idle}
      locked
      note={
        idle && phase !== 'undone' ? (
          <Button
            variant="default"
            className={s['undo']}
            leftSection={<IconArrowBackUp size={15} />}
            onClick={() => void undo()}
          >
            {t.undo()}
          </Button>
        ) : undefined
      }
      aside={<Summary kind={kind} draft={run.draft} run={run} />}
    />
  )
}

/** What keeps a setup from going on. */
function Trouble({ run, phase }: { run: Run; phase: Phase }) {
  const t = useTexts(texts)
  if (phase === 'interrupted')
    return (
      <div className={s['above']}>
        <Note tone="amber" icon={<IconPlayerPause size={16} />}>
          {t.brokenText()}
        </Note>
      </div>
    )
  if (phase === 'failed')
    return (
      <div className={s['above']}>
        <Note tone="red" icon={<IconAlertTriangle size={16} />}>
          {run.steps.find((other) => other.state === 'failed')?.error?.message}
        </Note>
      </div>
    )
  return null
}

type Phase = 'ready' | 'between' | 'working' | 'undoing' | 'failed' | 'interrupted' | 'undone' | 'done'

function phaseOf(run: Run, asking: string | undefined): Phase {
  if (asking === 'undo') return 'undoing'
  if (asking) return 'working'
  if (run.interrupted) return 'interrupted'
  if (run.state === 'running') return 'working'
  if (run.state === 'pending') return run.steps.some((step) => step.state === 'done') ? 'between' : 'ready'
  return run.state
}

const stateOf = ({ state }: RunStep): WizardState =>
  state === 'done' ? 'done' : state === 'failed' ? 'failed' : state === 'running' ? 'current' : 'pending'

/** The step that is worked on, failed or comes next; the last one when all are done. */
const currentOf = ({ steps }: Run) => (steps.find((step) => step.state !== 'done') ?? steps.at(-1)!).key
