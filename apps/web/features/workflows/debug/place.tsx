import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import {
  earlierAt,
  flightAt,
  hitAt,
  incomingAt,
  stopAt,
  type Breakpoints,
  type Debugger,
  type Flight,
  type WouldBe,
} from '@weft/designers/workflow/debug/debugger.ts'
import { exitName, type Catalogue } from '@weft/designers/workflow/elements.ts'
import type { Sample } from '@weft/designers/workflow/data/samples.ts'
import { Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { verdictTones } from '../test-run/step-result.tsx'
import { resultTexts } from '../test-run/texts.ts'
import { useConditionWords } from './condition-words.ts'
import s from './debug.module.css'
import { RecordView } from './record-view.tsx'
import { debugTexts } from './texts.ts'

type Props = {
  walk: Debugger
  flow: Flow
  catalogue: Catalogue
  breakpoints: Breakpoints
  /** What the step is called. */
  nameOf(step: string): string
  /** Why the run ended, where it did not end well. */
  problem: string | null | undefined
  onEdit(step: string, records: readonly Sample[]): void
}

/** What is to be seen where one stands. */
export function Place({ walk, flow, catalogue, breakpoints, nameOf, problem, onEdit }: Props) {
  const t = useTexts(debugTexts)
  const flight = flightAt(walk)
  if (!flight)
    return (
      <div className={s['part']}>
        <h2>{t.theEnd()}</h2>
        <p className="muted">{t.theEndText()}</p>
        {problem && <Note tone="red">{t.failed({ problem })}</Note>}
        {walk.trace.is_cut && <Note tone="amber">{t.cut()}</Note>}
      </div>
    )
  const name = nameOf(flight.step)
  if (stopAt(walk)!.side === 'after')
    return (
      <div className={s['part']} key={walk.at}>
        <h2>{t.after({ step: name })}</h2>
        <Left flight={flight} flow={flow} catalogue={catalogue} />
      </div>
    )
  const records = incomingAt(walk.trace, flight)
  const hit = hitAt(walk, breakpoints, flow.edges)
  return (
    <div className={s['part']} key={walk.at}>
      <div className={s['partHead']}>
        <h2>{t.before({ step: name })}</h2>
        {flow.steps.some(({ id }) => id === flight.step) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} />}
            onClick={() => onEdit(flight.step, records)}
          >
            {t.edit()}
          </Button>
        )}
      </div>
      {hit && <Because hit={hit} />}
      {records.length > 0 && (
        <RecordView
          records={records}
          before={earlierAt(walk.trace, flight, records.length)}
          {...(hit && { first: hit.record })}
        />
      )}
    </div>
  )
}

function Because({ hit: { breakpoint, record } }: { hit: NonNullable<ReturnType<typeof hitAt>> }) {
  const t = useTexts(debugTexts)
  const words = useConditionWords()
  const { condition } = breakpoint
  return (
    <Note tone="red">
      <b>{t.because()}</b> {condition ? t.met({ condition: words(condition), number: record + 1 }) : t.always()}
    </Note>
  )
}

type LeftProps = { flight: Flight; flow: Flow; catalogue: Catalogue }

/** What became of what came in, where it does not simply go on. */
function Left({ flight, flow, catalogue }: LeftProps) {
  const t = useTexts(debugTexts)
  const language = useLanguage()
  const { step, exits, refused, would, failed } = flight
  const element = catalogue.get(flow.steps.find(({ id }) => id === step)?.element ?? '')
  const ways = Object.entries(exits).filter(([exit, records]) => records.length > 0 && leads(flow, step, exit))
  return (
    <>
      {failed && <Note tone="red">{t.stepFailed({ problem: failed })}</Note>}
      {would.length > 0 && <Would would={would} />}
      {refused.map(({ record, field, reason }, i) => (
        <div key={i} className={s['lost']}>
          <Note tone="amber">{field ? t.refusedField({ field, reason }) : t.refused({ reason })}</Note>
          <RecordView records={[record]} number={i + 1} />
        </div>
      ))}
      {ways.map(([exit, records]) => (
        <div key={exit} className={s['lost']}>
          <h3>{t.leaves({ exit: exitName(element, exit, language) })}</h3>
          <RecordView records={records} />
        </div>
      ))}
      {ways.length === 0 && !failed && <p className="muted">{t.nothingLeft()}</p>}
    </>
  )
}

const leads = ({ edges }: Flow, step: string, exit: string) =>
  edges.some((edge) => edge.from === step && edge.exit === exit)

function Would({ would }: { would: readonly WouldBe[] }) {
  const t = useTexts(debugTexts)
  const said = useTexts(resultTexts)
  return (
    <section className={s['would']} aria-label={t.would()}>
      <h3>{t.would()}</h3>
      {would.map(({ verdict, record, before }, i) => (
        <div key={i} className={s['lost']}>
          <StatusDot tone={verdictTones[verdict]}>{said[verdict]()}</StatusDot>
          <RecordView records={[record]} before={before && [before]} number={i + 1} />
        </div>
      ))}
    </section>
  )
}
