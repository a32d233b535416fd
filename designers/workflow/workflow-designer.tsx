import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useLanguage } from '@weft/kit/ui/language.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Canvas } from './canvas/canvas.tsx'
import { Palette } from './palette.tsx'
import type { StepProblemView } from './problem.ts'
import type { RunFigures } from './run.ts'
import { SettingsPanel } from './settings/panel.tsx'
import type { SettingsOf } from './settings/setup-tab.tsx'
import { useGestures } from './use-gestures.ts'
import type { Editing } from './use-document.ts'
import s from './workflow-designer.module.css'

export type WorkflowDesignerProps = {
  editing: Editing
  elements: readonly Element[]
  /** Keys of those that stand in workflows but are not to be chosen. */
  hidden?: ReadonlySet<string> | undefined
  problems: readonly StepProblemView[]
  /** The job whose figures the canvas shows. */
  run?: RunFigures | undefined
  /** Names of what settings refer to by id. */
  names?: ReadonlyMap<string, string> | undefined
  settingsOf: SettingsOf
  jobLink?: ReactNode
  /** Brings a step into view, as when a hint is clicked; `at` tells a second wish for the same step from the first. */
  focus?: { step: string; at: number } | undefined
  onOpenCode?: (() => void) | undefined
}

const nobody: ReadonlyMap<string, string> = new Map()

/** Palette, canvas and settings over one document. */
export const WorkflowDesigner = (props: WorkflowDesignerProps) => (
  <ReactFlowProvider>
    <Board {...props} />
  </ReactFlowProvider>
)

function Board({
  editing,
  elements,
  hidden,
  problems,
  run,
  names = nobody,
  settingsOf,
  jobLink,
  focus,
  onOpenCode,
}: WorkflowDesignerProps) {
  const language = useLanguage()
  const view = useReactFlow()
  const catalogue = useMemo(() => new Map(elements.map((element) => [element.key, element])), [elements])
  const choosable = useMemo(() => new Map([...catalogue].filter(([key]) => !hidden?.has(key))), [catalogue, hidden])
  const [chosen, select] = useState<string[]>([])
  const selected = useMemo(
    () => chosen.filter((id) => editing.flow.steps.some((step) => step.id === id)),
    [chosen, editing.flow],
  )
  const gestures = useGestures({ editing, catalogue, selected, select, language })

  const [shown, setShown] = useState<number>()
  if (focus && focus.at !== shown) {
    setShown(focus.at)
    select([focus.step])
  }
  useEffect(() => {
    if (focus) void view.fitView({ nodes: [{ id: focus.step }], maxZoom: 1, duration: 250, padding: 1 })
  }, [focus, view])

  // A step added below the last one may lie outside of what is seen.
  const append = (element: string) => {
    gestures.append(element)
    requestAnimationFrame(() => {
      const added = view.getNodes().at(-1)
      const frame = document.querySelector('.react-flow')?.getBoundingClientRect()
      if (!added || !frame) return
      const foot = view.flowToScreenPosition({ x: added.position.x, y: added.position.y + 130 })
      if (foot.y > frame.bottom || foot.x < frame.left)
        void view.setCenter(added.position.x + 108, added.position.y, { zoom: view.getZoom(), duration: 200 })
    })
  }

  const openStep = (id: string) => {
    select([id])
    requestAnimationFrame(() => document.querySelector<HTMLElement>('aside[data-settings] input')?.focus())
  }

  return (
    <div className={s['board']} data-read-only={editing.readOnly || undefined}>
      {!editing.readOnly && <Palette catalogue={choosable} onAdd={append} />}
      <Canvas
        editing={editing}
        catalogue={catalogue}
        problems={problems}
        run={run}
        names={names}
        selected={selected}
        onSelect={select}
        onRemove={gestures.remove}
        onDrop={gestures.add}
        onOpen={openStep}
        onOpenCode={onOpenCode}
      />
      <SettingsPanel
        editing={editing}
        catalogue={catalogue}
        problems={problems}
        run={run}
        selected={selected}
        settingsOf={settingsOf}
        jobLink={jobLink}
        onSelect={select}
        actions={{
          copy: gestures.copy,
          duplicate: gestures.duplicate,
          remove: () => gestures.remove(selected),
          paste: (copied) => void gestures.paste(copied),
        }}
      />
    </div>
  )
}
