import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { readFlow, type Flow } from '@weft/kit/workflow-text/flow.ts'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { Canvas } from '../canvas/canvas.tsx'
import type { Catalogue } from '../elements.ts'
import type { StepProblemView } from '../problem.ts'
import s from './compared-drawings.module.css'
import { flowChanges, type Change, type FlowChanges } from './flow-changes.ts'

const texts = defineMessages({
  before: { en: 'Drawing before', de: 'Zeichnung vorher' },
  after: { en: 'Drawing after', de: 'Zeichnung nachher' },
  added: {
    en: '{count, plural, one {# step added} other {# steps added}}',
    de: '{count, plural, one {# Schritt neu} other {# Schritte neu}}',
  },
  changed: {
    en: '{count, plural, one {# step changed} other {# steps changed}}',
    de: '{count, plural, one {# Schritt geändert} other {# Schritte geändert}}',
  },
  removed: {
    en: '{count, plural, one {# step removed} other {# steps removed}}',
    de: '{count, plural, one {# Schritt entfernt} other {# Schritte entfernt}}',
  },
  lines: {
    en: '{count, plural, one {# connection differs} other {# connections differ}}',
    de: '{count, plural, one {# Verbindung ist anders} other {# Verbindungen sind anders}}',
  },
  same: { en: 'The drawings say the same.', de: 'Beide Zeichnungen sagen dasselbe.' },
})

type Props = { before: string; after: string; catalogue: Catalogue; names: ReadonlyMap<string, string> }

/** Two versions of a workflow as drawings beside each other: what came stands out in the later one, what went in the earlier one. */
export function ComparedDrawings({ before, after, catalogue, names }: Props) {
  const t = useTexts(texts)
  const sides = useMemo(() => [readFlow(before).flow, readFlow(after).flow] as const, [before, after])
  const changes = useMemo(() => flowChanges(...sides), [sides])
  const [selected, select] = useState<string[]>([])
  const drawing = (flow: Flow, text: string, label: string) => (
    <section className={s['side']} aria-label={label}>
      <ReactFlowProvider>
        <Drawing {...{ flow, text, catalogue, names, changes, selected, select }} />
      </ReactFlowProvider>
    </section>
  )
  return (
    <div className={s['drawings']} data-drawings>
      <p className={s['said']}>
        <Said changes={changes} />
      </p>
      {drawing(sides[0], before, t.before())}
      {drawing(sides[1], after, t.after())}
    </div>
  )
}

function Said({ changes: { steps, lines } }: { changes: FlowChanges }) {
  const t = useTexts(texts)
  const count = (wanted: Change) => [...steps.values()].filter((change) => change === wanted).length
  if (steps.size === 0 && lines.size === 0) return t.same()
  return (
    <>
      {(['added', 'changed', 'removed'] as const).map(
        (change) =>
          count(change) > 0 && (
            <span key={change} data-change={change}>
              {t[change]({ count: count(change) })}
            </span>
          ),
      )}
      {lines.size > 0 && <span>{t.lines({ count: lines.size })}</span>}
    </>
  )
}

type DrawingProps = Pick<Props, 'catalogue' | 'names'> & {
  flow: Flow
  text: string
  changes: FlowChanges
  selected: string[]
  select(ids: string[]): void
}

const none: readonly StepProblemView[] = []

function Drawing({ flow, text, catalogue, names, changes, selected, select }: DrawingProps) {
  const editing = useMemo(
    () => ({
      ...{ text, flow, readOnly: true, broken: undefined, undo: undefined, redo: undefined },
      change: () => undefined,
    }),
    [text, flow],
  )
  const known = useMemo(() => selected.filter((id) => flow.steps.some((step) => step.id === id)), [selected, flow])
  return (
    <Canvas
      editing={editing}
      catalogue={catalogue}
      problems={none}
      run={undefined}
      names={names}
      changes={changes}
      selected={known}
      onSelect={select}
      onRemove={() => undefined}
      onDrop={() => undefined}
      onOpen={(id) => select([id])}
    />
  )
}
