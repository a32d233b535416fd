import { fieldsOf } from '@weft/designers/workflow/data/fields.ts'
import type { Sample } from '@weft/designers/workflow/data/samples.ts'
import { lineId, type StepMarks } from '@weft/designers/workflow/canvas/step-marks.ts'
import { DebugBoard } from '@weft/designers/workflow/debug/debug-board.tsx'
import { flightAt, linesAt, passedBy, type Trace } from '@weft/designers/workflow/debug/debugger.ts'
import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import type { Editing } from '@weft/designers/workflow/use-document.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { FlowEdge } from '@weft/kit/workflow-text/flow.ts'
import { IconBug } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { BeginDebugging } from './begin.tsx'
import { BreakpointList } from './breakpoint-list.tsx'
import { ConditionDialog } from './condition-dialog.tsx'
import { Controls } from './controls.tsx'
import s from './debug.module.css'
import { EditDialog } from './edit-dialog.tsx'
import { Place } from './place.tsx'
import { debugTexts } from './texts.ts'
import { useBreakpoints } from './use-breakpoints.ts'
import { useDebugRun } from './use-debug-run.ts'

type Props = {
  workflow_id: string
  /** The text as it is written, where that is not what is live. */
  source: string | undefined
  editing: Editing
  catalogue: Catalogue
  names: ReadonlyMap<string, string>
  /** Steps that hand out pinned data. */
  pinned: ReadonlySet<string>
  isRunnable(): Promise<boolean>
}

/** A workflow run without effects, along which somebody walks record by record. */
export function DebugMode(props: Props) {
  const t = useTexts(debugTexts)
  const may = useMay()
  return may('workflows.update') && may('jobs.view') ? (
    <Debugging {...props} />
  ) : (
    <EmptyState icon={IconBug} title={t.debug()} text={t.mayNot()} />
  )
}

function Debugging({ workflow_id, source, editing, catalogue, names, pinned, isRunnable }: Props) {
  const t = useTexts(debugTexts)
  const language = useLanguage()
  const { flow } = editing
  const run = useDebugRun(workflow_id, source)
  const { breakpoints, set, toggle } = useBreakpoints(workflow_id)
  const [chosen, select] = useState<string[]>([])
  const [edited, setEdited] = useState<{ step: string; records: readonly Sample[] }>()
  const [asked, setAsked] = useState<FlowEdge>()
  const { walk } = run

  const nameOf = (id: string) => {
    const step = flow.steps.find((one) => one.id === id)
    return step?.label || (step && catalogue.get(step.element)?.labels.title[language]) || id
  }
  const lineName = ({ from, to }: FlowEdge) => t.line({ from: nameOf(from), to: nameOf(to) })

  const marks: StepMarks = {
    here: walk && flightAt(walk)?.step,
    passed: walk ? passedBy(walk) : new Set(),
    lines: new Set(walk ? linesAt(walk, flow.edges) : []),
    breakpoints: new Map(
      Object.entries(breakpoints).map(([line, { isOn, condition }]) => [
        line,
        isOn ? (condition ? 'condition' : 'on') : 'off',
      ]),
    ),
    label: ({ from, to }) => t.setBreakpoint({ from: nameOf(from), to: nameOf(to) }),
    toggle,
  }

  // Each place is read from its top.
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = 0
  }, [walk?.at])

  const [selected] = chosen
  const breakBefore = () => {
    const lines = flow.edges.filter(({ to }) => to === selected).map(lineId)
    const isSet = lines.some((line) => breakpoints[line])
    for (const line of lines) set(line, isSet ? undefined : (breakpoints[line] ?? { isOn: true }))
  }

  return (
    <div className={s['mode']}>
      <Controls run={run} flow={flow} breakpoints={breakpoints} selected={selected} onBreak={breakBefore} />
      <DebugBoard
        editing={editing}
        catalogue={catalogue}
        names={names}
        marks={marks}
        selected={chosen}
        onSelect={select}
      >
        <section ref={pane} className={s['pane']} aria-label={t.debug()}>
          {walk ? (
            <Place
              walk={walk}
              flow={flow}
              catalogue={catalogue}
              breakpoints={breakpoints}
              nameOf={nameOf}
              problem={run.problem}
              onEdit={(step, records) => setEdited({ step, records })}
            />
          ) : (
            <BeginDebugging
              workflow_id={workflow_id}
              run={run}
              flow={flow}
              catalogue={catalogue}
              names={names}
              pinned={pinned}
              isRunnable={isRunnable}
            />
          )}
          <BreakpointList
            flow={flow}
            breakpoints={breakpoints}
            lineName={lineName}
            onSet={set}
            onCondition={setAsked}
          />
        </section>
      </DebugBoard>
      {asked && (
        <ConditionDialog
          line={lineName(asked)}
          condition={breakpoints[lineId(asked)]?.condition}
          fields={walk ? fieldsAlong(walk.trace, asked) : []}
          onSet={(condition) => {
            set(lineId(asked), { isOn: true, ...(condition && { condition }) })
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {edited && (
        <EditDialog
          name={nameOf(edited.step)}
          records={edited.records}
          onRun={async (sample) => {
            if (await isRunnable()) await run.start({ ...run.begun!, from: { step: edited.step, sample } })
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

const fieldsAlong = ({ flights }: Trace, { from, exit }: FlowEdge) =>
  fieldsOf(flights.flatMap((flight) => (flight.step === from ? (flight.exits[exit] ?? []) : []))).map(
    ({ name }) => name,
  )
