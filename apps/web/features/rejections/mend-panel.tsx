import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import {
  IconArrowsRightLeft,
  IconCheck,
  IconCursorText,
  IconEyeOff,
  IconListDetails,
  IconPlayerPlay,
  IconPlayerStop,
  IconReplace,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { jobPath } from '../jobs/job.ts'
import { useCauseActions } from './actions.ts'
import { ways, type Way } from './draft.ts'
import { ignoringOf, isComplete } from './ignore-draft.ts'
import { IgnoringForm } from './ignoring.tsx'
import s from './mending.module.css'
import { causeTexts, home, type Cause } from './texts.ts'
import type { Mending, Trial } from './use-mending.ts'
import { AsIsWay, MapWay, ReplaceWay, SetWay } from './ways.tsx'

const texts = defineMessages({
  title: {
    en: 'Mend {count, plural, one {one record} other {all # records}}',
    de: '{count, plural, one {Einen Datensatz} other {Alle # Datensätze}} beheben',
  },
  about: { en: 'A trial writes nothing.', de: 'Eine Probe schreibt nichts.' },
  set: { en: 'Set a value', de: 'Wert setzen' },
  setNote: { en: 'the same for all', de: 'für alle derselbe' },
  replace: { en: 'Replace by rule', de: 'Nach Regel ersetzen' },
  replaceNote: { en: 'pattern and text', de: 'Muster und Text' },
  map: { en: 'Value map', de: 'Wertetabelle' },
  mapNote: { en: 'each value its own', de: 'jeder Wert für sich' },
  as_is: { en: 'Change the step', de: 'Schritt ändern' },
  as_isNote: { en: 'records stay as they are', de: 'Datensätze bleiben, wie sie sind' },
  ignore: { en: 'Ignore with a reason', de: 'Mit Grund ignorieren' },
  ignoreNote: { en: 'records stay put', de: 'Datensätze bleiben liegen' },
  tryOn: { en: 'Try on {count, number}', de: 'An {count, number} proben' },
  again: { en: 'Try again', de: 'Erneut proben' },
  apply: { en: 'Apply to {count, number}', de: 'Auf {count, number} anwenden' },
  outdated: { en: 'Changed since the trial, try again.', de: 'Seit der Probe geändert, bitte neu proben.' },
  through: {
    en: '{some, number} of {all, number} go through',
    de: '{some, number} von {all, number} gehen durch',
  },
  other: {
    en: '{count, plural, one {One meets} other {# meet}} another cause: {reason}',
    de: '{count, plural, one {Einer trifft} other {# treffen}} eine andere Ursache: {reason}',
  },
  same: {
    en: '{count, plural, one {One is} other {# are}} refused as before.',
    de: '{count, plural, one {Einer wird} other {# werden}} abgelehnt wie zuvor.',
  },
  unmatched: {
    en: '{count, plural, one {One is} other {# are}} not changed and stay here.',
    de: '{count, plural, one {Einer wird} other {# werden}} nicht geändert und bleiben hier.',
  },
  until: {
    en: 'The trial ends before {steps}: what happens there cannot be tried without doing it.',
    de: 'Die Probe endet vor {steps}: Was dort geschieht, lässt sich nicht proben, ohne es zu tun.',
  },
  untried: {
    en: 'This step cannot be tried without doing what it does. What you apply really happens.',
    de: 'Dieser Schritt lässt sich nicht proben, ohne dass er wirkt. Was Sie anwenden, geschieht wirklich.',
  },
  applying: { en: 'Applying', de: 'Wird angewendet' },
  applyingText: {
    en: '{count, plural, one {One record is} other {# records are}} being tried again. You may leave this page.',
    de: '{count, plural, one {Ein Datensatz wird} other {# Datensätze werden}} erneut versucht. Sie können diese Seite verlassen.',
  },
  stop: { en: 'Stop', de: 'Anhalten' },
  went: {
    en: '{count, plural, one {One record} other {# records}} went through',
    de: '{count, plural, one {Ein Datensatz ging} other {# Datensätze gingen}} durch',
  },
  rest: {
    en: '{count, plural, one {One does} other {# do}} not, and wait here or at another cause.',
    de: '{count, plural, one {Einer nicht; er wartet} other {# nicht; sie warten}} hier oder an einer anderen Ursache.',
  },
  more: { en: 'There are more: try and apply again.', de: 'Es gibt noch mehr: bitte erneut proben und anwenden.' },
  run: { en: 'Open run', de: 'Lauf öffnen' },
  next: { en: 'Next cause', de: 'Nächste Ursache' },
})

const icons: Record<Way, Icon> = {
  set: IconCursorText,
  replace: IconReplace,
  map: IconListDetails,
  as_is: IconArrowsRightLeft,
  ignore: IconEyeOff,
}
const notes = {
  set: 'setNote',
  replace: 'replaceNote',
  map: 'mapNote',
  as_is: 'as_isNote',
  ignore: 'ignoreNote',
} as const

type Props = { cause: Cause; mending: Mending }

/** The ways to mend a cause, one of them open; a trial comes before it is applied. */
export function MendPanel(props: Props) {
  const { cause, mending } = props
  const t = useTexts(texts)
  const { draft, change, mend, mayApply, applied } = mending
  useHotkeys([
    ...ways.map((way, i): [string, () => void] => [String(i + 1), () => change({ way })]),
    ['T', () => mend && void mending.tryIt(mend)],
    ['mod+Enter', () => mend && mayApply && void mending.apply(mend)],
  ])
  if (applied)
    return (
      <aside className={s['panel']} aria-label={t.applying()}>
        <Applying {...props} applied={applied} />
      </aside>
    )
  return (
    <aside className={s['panel']} aria-label={t.title({ count: cause.waiting })}>
      <div className={s['body']}>
        <h2>{t.title({ count: cause.waiting })}</h2>
        <p className="muted">{t.about()}</p>
        <div role="radiogroup" aria-label={t.title({ count: cause.waiting })} className={s['ways']}>
          {ways.map((way) => (
            <WayBox key={way} way={way} isOpen={draft.way === way} onOpen={() => change({ way })}>
              <OpenWay {...props} way={way} />
            </WayBox>
          ))}
        </div>
        {mending.isOutdated && <Note tone="amber">{t.outdated()}</Note>}
        {mending.errorAt('') && <Note tone="red">{mending.errorAt('')}</Note>}
        {mending.trial && <TrialResult trial={mending.trial} />}
      </div>
      <Footer {...props} />
    </aside>
  )
}

function WayBox({
  way,
  isOpen,
  onOpen,
  children,
}: {
  way: Way
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}) {
  const t = useTexts(texts)
  const Icon = icons[way]
  return (
    <div className={s['way']} data-open={isOpen || undefined}>
      <button type="button" role="radio" aria-checked={isOpen} className={s['wayHead']} onClick={onOpen}>
        <i aria-hidden className={s['dot']} />
        <Icon size={16} aria-hidden />
        <span>{t[way]()}</span>
        <small>{t[notes[way]]()}</small>
      </button>
      {isOpen && <div className={s['wayBody']}>{children}</div>}
    </div>
  )
}

function OpenWay({ way, ...props }: Props & { way: Way }) {
  const { draft, change, errorAt } = props.mending
  if (way === 'set') return <SetWay {...props} />
  if (way === 'replace') return <ReplaceWay {...props} />
  if (way === 'map') return <MapWay {...props} />
  if (way === 'as_is') return <AsIsWay {...props} />
  return <IgnoringForm draft={draft.ignoring} onChange={(ignoring) => change({ ignoring })} error={errorAt('reason')} />
}

function Footer({ cause, mending }: Props) {
  const t = useTexts(texts)
  const words = useTexts(causeTexts)
  const actions = useCauseActions()
  const { draft, mend, trial, busy, mayApply } = mending
  if (draft.way === 'ignore')
    return (
      <footer className={s['foot']}>
        <Button
          disabled={!isComplete(draft.ignoring)}
          onClick={() => void actions.ignore([cause.id], ignoringOf(draft.ignoring))}
        >
          {words.ignore()}
        </Button>
      </footer>
    )
  return (
    <footer className={s['foot']}>
      <Button
        variant={mayApply ? 'default' : 'filled'}
        leftSection={<IconPlayerPlay size={15} />}
        loading={busy}
        disabled={!mend}
        onClick={() => mend && void mending.tryIt(mend)}
      >
        {trial ? t.again() : t.tryOn({ count: cause.samples.length })}
      </Button>
      <Button
        variant={mayApply ? 'filled' : 'default'}
        disabled={!mayApply || busy}
        onClick={() => mend && void mending.apply(mend)}
      >
        {t.apply({ count: cause.waiting })}
      </Button>
    </footer>
  )
}

function TrialResult({ trial: { results, untried } }: { trial: Trial }) {
  const t = useTexts(texts)
  const of = (outcome: string) => results.filter((one) => one.outcome === outcome)
  const elsewhere = of('refused').filter(({ same_cause }) => !same_cause)
  const same = of('refused').length - elsewhere.length
  return (
    <section className={s['result']} aria-live="polite">
      <h3>
        {of('through').length > 0 ? (
          <IconCheck size={16} color="var(--green)" />
        ) : (
          <IconX size={16} color="var(--red)" />
        )}
        {t.through({ some: of('through').length, all: results.length })}
      </h3>
      <div className={s['bar']} aria-hidden>
        {results.map(({ id, outcome }) => (
          <i key={id} data-outcome={outcome} />
        ))}
      </div>
      {[...Map.groupBy(elsewhere, ({ reason }) => reason ?? '')].map(([reason, some]) => (
        <p key={reason}>{t.other({ count: some.length, reason })}</p>
      ))}
      {same > 0 && <p>{t.same({ count: same })}</p>}
      {of('unmatched').length > 0 && <p>{t.unmatched({ count: of('unmatched').length })}</p>}
      {of('untried').length > 0 ? (
        <p>{t.untried()}</p>
      ) : (
        untried.length > 0 && <p>{t.until({ steps: untried.map(({ label }) => label).join(', ') })}</p>
      )}
    </section>
  )
}

function Applying({ cause, mending, applied }: Props & { applied: NonNullable<Mending['applied']> }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const navigate = useNavigate()
  const { jobs, records, more, running, mendedBefore } = applied
  const went = cause.mended - mendedBefore
  const goOn = async () => {
    const { data } = await api.get('/rejection_causes', { 'filter[state]': 'open,in_work,came_back', perPage: 2 })
    const next = data.find(({ id }) => id !== cause.id)
    await navigate({ to: next ? `${home}/${next.id}` : home })
  }
  return (
    <div className={s['body']} aria-live="polite">
      <section className={s['result']}>
        {running > 0 ? (
          <>
            <h3>
              {t.applying()} <small>{number(records)}</small>
            </h3>
            <progress
              className={s['progress']}
              value={jobs.length - running}
              max={jobs.length}
              aria-label={t.applying()}
            />
            <p>{t.applyingText({ count: records })}</p>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerStop size={14} />}
              onClick={() => void mending.stop()}
            >
              {t.stop()}
            </Button>
          </>
        ) : (
          <>
            <h3>
              <IconCheck size={16} color="var(--green)" /> {t.went({ count: went })}
            </h3>
            {records > went && <p>{t.rest({ count: records - went })}</p>}
            {more && <p>{t.more()}</p>}
            <div className={s['links']}>
              <Button size="xs" onClick={() => void goOn()}>
                {t.next()}
              </Button>
              <Button
                size="xs"
                variant="default"
                component={Link}
                to={jobPath({ workflow_id: cause.workflow_id, id: jobs[0]! })}
              >
                {t.run()}
              </Button>
              {cause.waiting > 0 && (
                <Button size="xs" variant="default" onClick={mending.goOn}>
                  {t.again()}
                </Button>
              )}
            </div>
          </>
        )}
      </section>
    </div>
  )
}
