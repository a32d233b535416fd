import { Button, Popover, Tooltip } from '@mantine/core'
import { IconPlus, IconTable } from '@tabler/icons-react'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Canvas } from './canvas/canvas.tsx'
import { DataPane, type ShownSamples, type StepTrial } from './data/data-pane.tsx'
import { exitShown } from './data/samples.ts'
import { dataTexts } from './data/texts.ts'
import type { Catalogue } from './elements.ts'
import { Palette } from './palette.tsx'
import type { StepProblemView } from './problem.ts'
import type { RunFigures } from './run.ts'
import { SettingsPanel } from './settings/panel.tsx'
import type { SettingsOf } from './settings/setup-tab.tsx'
import { useGestures } from './use-gestures.ts'
import type { Editing } from './use-document.ts'
import { PhoneSettings, PhoneSettingsButton, usePhoneSettings } from './phone-settings.tsx'
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
  /** What is chosen and shown beside the selected step of the records of the run. */
  data: {
    isOpen: boolean
    toggle(isOpen: boolean): void
    shown: ShownSamples
    chooser: ReactNode
    trial?: StepTrial | undefined
  }
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
  data,
  focus,
  onOpenCode,
}: WorkflowDesignerProps) {
  const t = useTexts(dataTexts)
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

  const [wished, wish] = useState<{ step: string; exit: string }>()
  const step = selected[0]
  const wishedExit = wished?.step === step ? wished?.exit : undefined
  const exit = data.isOpen && step !== undefined ? exitShown(data.shown.samples?.[step], wishedExit) : undefined
  const { isOpen, toggle } = data
  const records = useMemo(
    () => ({
      step: isOpen ? step : undefined,
      exit,
      show(from: string, by: string) {
        select([from])
        wish({ step: from, exit: by })
        toggle(true)
      },
    }),
    [isOpen, toggle, step, exit],
  )

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

  const phone = usePhoneSettings(selected, select)
  const settings = (
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
  )

  return (
    <div
      className={s['board']}
      data-read-only={editing.readOnly || undefined}
      data-with-data={data.isOpen || undefined}
    >
      {!editing.readOnly && !data.isOpen && !phone && <Palette catalogue={choosable} onAdd={append} />}
      <div className={s['canvas']}>
        <div className={s['tools']}>
          {(data.isOpen || phone) && !editing.readOnly && <AddStep catalogue={choosable} onAdd={append} />}
          {phone && <PhoneSettingsButton phone={phone} />}
          {!data.isOpen && (
            <Tooltip label={t.dataHelp()}>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconTable size={14} />}
                onClick={() => data.toggle(true)}
              >
                {t.data()}
              </Button>
            </Tooltip>
          )}
        </div>
        <Canvas
          editing={editing}
          catalogue={catalogue}
          problems={problems}
          run={run}
          names={names}
          shown={records}
          selected={selected}
          onSelect={select}
          onRemove={gestures.remove}
          onDrop={gestures.add}
          onOpen={openStep}
          onOpenCode={onOpenCode}
        />
      </div>
      {data.isOpen && (
        <DataPane
          editing={editing}
          catalogue={catalogue}
          step={editing.flow.steps.find(({ id }) => id === step)}
          run={run}
          shown={data.shown}
          exit={wishedExit}
          onExit={(by) => step !== undefined && wish({ step, exit: by })}
          trial={data.trial}
          chooser={data.chooser}
          onClose={() => data.toggle(false)}
        />
      )}
      {!phone && settings}
      {phone?.isOpen && !data.isOpen && <PhoneSettings phone={phone}>{settings}</PhoneSettings>}
    </div>
  )
}

/** The list of steps where there is no room for it beside the drawing. */
function AddStep({ catalogue, onAdd }: { catalogue: Catalogue; onAdd(element: string): void }) {
  const t = useTexts(dataTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t.addStep()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} className={s['popover']}>
        <Palette
          catalogue={catalogue}
          onAdd={(element) => {
            setOpen(false)
            onAdd(element)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
