import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconLogin2, IconLogout2, IconPin, IconX } from '@tabler/icons-react'
import type { FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import { exitName, type Catalogue } from '../elements.ts'
import type { RunFigures } from '../run.ts'
import type { Editing } from '../use-document.ts'
import s from './data-pane.module.css'
import { RecordsView } from './records-view.tsx'
import { exitShown, exitsKept, incomingOf, sampleStep, type RunSamples, type Sample } from './samples.ts'
import { dataTexts } from './texts.ts'

/** The records of the run shown, or how far reading them has come. */
export type ShownSamples = { samples?: RunSamples | undefined; isFailed: boolean; retry(): void }

export type StepTrial = {
  upTo(step: string): void
  /** With the records that came into it in the run shown. */
  alone(step: string, records: readonly Sample[]): void
  /** Lets a step hand out records of one's own. */
  pin(step: string): void
  pinned: ReadonlySet<string>
}

type Props = {
  editing: Editing
  catalogue: Catalogue
  step: FlowStep | undefined
  run: RunFigures | undefined
  shown: ShownSamples
  /** The exit of the step whose records are wished for. */
  exit: string | undefined
  onExit(exit: string): void
  /** What of the workflow can be tried from here. */
  trial?: StepTrial | undefined
  /** Chooses the run. */
  chooser: ReactNode
  onClose(): void
}

/** What went into the selected step in a run, and what became of it. */
export function DataPane({ editing, catalogue, step, run, shown, exit, onExit, trial, chooser, onClose }: Props) {
  const t = useTexts(dataTexts)
  const said = whatIsMissing({ run, step, shown })
  return (
    <section className={s['pane']} aria-label={t.data()}>
      <div className={s['head']}>
        <div className={s['chooser']}>{chooser}</div>
        <ActionIcon aria-label={t.close()} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {trial && step && (
        <Trial
          trial={trial}
          step={step.id}
          isTrigger={catalogue.get(step.element)?.kind === 'trigger'}
          records={incomingOf(editing.flow, shown.samples ?? {}, step.id).flatMap(({ records }) => records)}
        />
      )}
      {said ? (
        <div className={s['none']} role="status">
          <p>{t[said]()}</p>
          {said === 'failed' && (
            <Button size="xs" variant="default" onClick={shown.retry}>
              {t.again()}
            </Button>
          )}
        </div>
      ) : (
        <>
          <div className={s['parts']} key={`${run!.job_id} ${step!.id}`}>
            <Input editing={editing} catalogue={catalogue} step={step!} run={run!} samples={shown.samples!} />
            <Output
              catalogue={catalogue}
              step={step!}
              run={run!}
              samples={shown.samples!}
              exit={exit}
              onExit={onExit}
            />
          </div>
          <p className={s['foot']}>{t.masked()}</p>
        </>
      )}
    </section>
  )
}

type TrialProps = { trial: StepTrial; step: string; isTrigger: boolean; records: readonly Sample[] }

function Trial({ trial, step, isTrigger, records }: TrialProps) {
  const t = useTexts(dataTexts)
  const isPinned = trial.pinned.has(step)
  return (
    <div className={s['trial']}>
      {!isTrigger && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => trial.upTo(step)}>
            {t.upToHere()}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => trial.alone(step, records)}>
            {t.testStep()}
          </Button>
        </>
      )}
      <Button
        size="compact-xs"
        variant={isPinned ? 'light' : 'default'}
        leftSection={<IconPin size={13} />}
        onClick={() => trial.pin(step)}
      >
        {isPinned ? t.pinned() : t.pin()}
      </Button>
    </div>
  )
}

function whatIsMissing({ run, step, shown }: Pick<Props, 'run' | 'step' | 'shown'>) {
  if (!run) return 'noRun'
  if (run.is_live) return 'live'
  if (shown.isFailed) return 'failed'
  if (!shown.samples) return 'loading'
  if (Object.keys(shown.samples).length === 0) return 'gone'
  return step ? undefined : 'choose'
}

type PartProps = { catalogue: Catalogue; step: FlowStep; run: RunFigures; samples: RunSamples }

function Input({ editing, catalogue, step, run, samples }: PartProps & { editing: Editing }) {
  const t = useTexts(dataTexts)
  const language = useLanguage()
  const formats = useFormats()
  const incoming = incomingOf(editing.flow, samples, step.id)
  const nameOf = (id: string) => {
    if (id === sampleStep) return t.sample()
    const one = editing.flow.steps.find((other) => other.id === id)
    return one?.label || (one && catalogue.get(one.element)?.labels.title[language]) || id
  }
  const said = incoming
    .filter(({ records }) => records.length > 0)
    .map(({ from, exit, records }) =>
      t.inputFrom({ count: formats.number(run.steps[from]?.exits[exit] ?? records.length), step: nameOf(from) }),
    )
  return (
    <RecordsView
      label={t.input()}
      head={
        <>
          <IconLogin2 size={15} className={s['mark']} />
          <h2>{t.input()}</h2>
          <span className={s['from']}>{said.join(', ')}</span>
        </>
      }
      records={incoming.flatMap(({ records }) => records)}
      count={run.steps[step.id]?.records_in}
      empty={catalogue.get(step.element)?.kind === 'trigger' ? t.begins() : t.nothingIn()}
    />
  )
}

type OutputProps = PartProps & Pick<Props, 'exit' | 'onExit'>

function Output({ catalogue, step, run, samples, exit, onExit }: OutputProps) {
  const t = useTexts(dataTexts)
  const language = useLanguage()
  const formats = useFormats()
  const element = catalogue.get(step.element)
  const { exits, refused } = samples[step.id] ?? { exits: {}, refused: [] }
  const ways = exitsKept(samples[step.id]).map((one) => ({
    exit: one,
    records:
      one === 'rejected' && refused.length > 0
        ? refused.map(({ record, reason }) => ({ [t.why()]: reason, ...record }))
        : (exits[one] ?? []),
    count: run.steps[step.id]?.exits[one],
  }))
  const shown = exitShown(samples[step.id], exit)
  const way = ways.find((one) => one.exit === shown)
  const labelOf = (one: string, count: number) => `${exitName(element, one, language)} ${formats.number(count)}`
  return (
    <RecordsView
      key={way?.exit}
      label={t.output()}
      head={
        <>
          <IconLogout2 size={15} className={s['mark']} />
          <h2>{t.output()}</h2>
          {ways.length > 1 ? (
            <SegmentedControl
              size="xs"
              aria-label={t.output()}
              value={way!.exit}
              onChange={onExit}
              data={ways.map((one) => ({
                value: one.exit,
                label: labelOf(one.exit, one.count ?? one.records.length),
              }))}
            />
          ) : (
            way && <span className={s['from']}>{labelOf(way.exit, way.count ?? way.records.length)}</span>
          )}
        </>
      }
      records={way?.records ?? []}
      count={way?.count}
      empty={t.nothingOut()}
    />
  )
}
