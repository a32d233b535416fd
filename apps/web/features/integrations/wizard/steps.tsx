import { draftSteps, type DraftStep } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { ApiError } from '@weft/kit/ui/api.ts'
import { invalidate } from '@weft/kit/ui/queries.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Wizard, type WizardStep } from '@weft/kit/ui/wizard.tsx'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useConnectors } from '../../connections/api.ts'
import { home, stepPath, type Draft } from '../api.ts'
import { useDraft, type DraftInHand, type OpenDraft } from './use-draft.ts'

const texts = defineMessages({
  title: { en: 'New integration', de: 'Neue Integration' },
  connector: { en: 'Connector', de: 'Connector' },
  loginDetails: { en: 'Sign-in', de: 'Anmeldung' },
  selectData: { en: 'Select data', de: 'Daten auswählen' },
  analyzeData: { en: 'Analyse', de: 'Analysieren' },
  basicConfig: { en: 'Basics', de: 'Grundlagen' },
  tableConfig: { en: 'Tables', de: 'Tabellen' },
  save: { en: 'First run', de: 'Erster Lauf' },
  tables: { en: '{n, plural, one {# table} other {# tables}}', de: '{n, plural, one {# Tabelle} other {# Tabellen}}' },
  hints: {
    en: '{n, plural, =0 {No hints} one {# hint} other {# hints}}',
    de: '{n, plural, =0 {Keine Hinweise} one {# Hinweis} other {# Hinweise}}',
  },
  left: {
    en: '{n, plural, =0 {All fields} one {# field left out} other {# fields left out}}',
    de: '{n, plural, =0 {Alle Felder} one {# Feld weggelassen} other {# Felder weggelassen}}',
  },
  saving: { en: 'Saving draft …', de: 'Entwurf wird gespeichert …' },
  saved: { en: 'Draft saved', de: 'Entwurf gespeichert' },
  failed: {
    en: 'The draft could not be saved. The next change tries again.',
    de: 'Der Entwurf ließ sich nicht speichern. Die nächste Änderung versucht es erneut.',
  },
  gone: { en: 'This draft is not there any more', de: 'Diesen Entwurf gibt es nicht mehr' },
  goneText: {
    en: 'It was saved or discarded, or somebody else began it.',
    de: 'Er wurde gespeichert oder verworfen, oder jemand anderes hat ihn begonnen.',
  },
  all: { en: 'All integrations', de: 'Alle Integrationen' },
})

/** Where a step stands beside the others, the choice of a connector before all. */
const orderOf = (step: DraftStep | 'connector') => (step === 'connector' ? -1 : draftSteps.indexOf(step))

type Shown = {
  current: DraftStep | 'connector'
  draft?: Draft | undefined
  heading: string
  text: ReactNode
  /** What to do before going on; false stays. */
  onNext: () => Promise<boolean | void> | boolean | void
  blocked?: boolean
  busy?: boolean
  note?: ReactNode
  nextLabel?: string
  locked?: boolean
  finishLabel?: string
  children: ReactNode
}

/** The seven steps beside the content of one. */
export function Steps({ current, draft, heading, text, onNext, note, children, ...more }: Shown) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const connectors = useConnectors()
  const reached = draft ? orderOf(draft.step) : -1
  const tables = draft?.data.tables ?? []
  const summaries: Partial<Record<DraftStep | 'connector', string | undefined>> = draft
    ? {
        connector: connectors.find(({ key }) => key === draft.connector)?.title ?? draft.connector,
        loginDetails: draft.connection_label ?? undefined,
        selectData: tables.length > 0 ? t.tables({ n: tables.length }) : undefined,
        analyzeData: reached > 2 ? t.hints({ n: hintsIn(draft) }) : undefined,
        tableConfig: reached > 4 ? t.left({ n: leftOutIn(draft) }) : undefined,
      }
    : {}
  const steps = (['connector', ...draftSteps] as const).map((key): WizardStep => ({
    key,
    title: t[key](),
    summary: key === current ? undefined : summaries[key],
    ...(key === current ? { heading, text } : orderOf(key) <= reached && { state: 'done' as const }),
    content: key === current ? children : null,
  }))
  const go = (key: string) =>
    void navigate({
      to: key === 'connector' ? `${home}/select-connector` : stepPath(draft!.id, key as DraftStep),
      ...(key === 'connector' && draft && { search: { draft: draft.id } as never }),
    })
  return (
    <Wizard
      title={t.title()}
      steps={steps}
      current={current}
      onGo={go}
      onNext={onNext}
      onCancel={more.locked ? undefined : () => void navigate({ to: home })}
      note={note}
      wide
      {...more}
    />
  )
}

const hintsIn = ({ profiles }: Draft) =>
  Object.values(profiles).reduce((sum, { fields }) => sum + fields.filter(({ personal }) => personal).length, 0)
const leftOutIn = ({ data }: Draft) =>
  data.tables.reduce((sum, { fields }) => sum + fields.filter(({ treatment }) => treatment === 'leave_out').length, 0)

type StepOf = Omit<Shown, 'draft' | 'current' | 'onNext' | 'children'> & {
  hand: OpenDraft
  current: DraftStep
  /** Before the draft is kept and the next page opened; false stays. */
  before?: () => Promise<boolean | void> | boolean | void
  children: ReactNode
}

/** A page of a draft: going on keeps it and remembers how far it has come. */
export function DraftStepPage({ hand, current, before, busy = false, note, ...shown }: StepOf) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [going, setGoing] = useState(false)
  const { draft, keep, keeping } = hand
  const next = async () => {
    setGoing(true)
    try {
      if ((await before?.()) === false) return false
      const after = draftSteps[draftSteps.indexOf(current) + 1]!
      await keep({ step: orderOf(after) > orderOf(draft.step) ? after : draft.step })
      await navigate({ to: stepPath(draft.id, after) })
      // The list alone: what is typed on the next page already would go with the draft itself.
      await invalidate({ queryKey: ['/integration_drafts'] })
      return true
    } catch (error) {
      // The page says that it could not be saved, and stays.
      if (!(error instanceof ApiError)) throw error
      return false
    } finally {
      setGoing(false)
    }
  }
  return (
    <Steps
      {...shown}
      current={current}
      draft={draft}
      onNext={next}
      busy={busy || going}
      note={keeping === 'failed' ? <span role="alert">{t.failed()}</span> : (note ?? t[keeping]())}
    />
  )
}

/** While a draft is on its way, or where there is none of this id. */
/** A step of the draft that the address names. */
export function OfDraft({ children }: { children: (hand: OpenDraft) => ReactNode }) {
  const hand = useDraft(usePathParam('id'))
  return hand.draft ? children({ ...hand, draft: hand.draft }) : <NoDraft hand={hand} />
}

export function NoDraft({ hand }: { hand: DraftInHand }) {
  const t = useTexts(texts)
  if (!hand.error) return <FormWaiting />
  return (
    <EmptyState
      title={t.gone()}
      text={t.goneText()}
      action={
        <Button component={Link} to={home} variant="default">
          {t.all()}
        </Button>
      }
    />
  )
}
