import { Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconLoader2,
  IconMinus,
  IconNote,
  IconPencil,
  IconPlayerPause,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { toneStyle, type Tone } from '@weft/kit/ui/tones.ts'
import { Handle, Position, useUpdateNodeInternals, type NodeProps } from '@xyflow/react'
import clsx from 'clsx'
import { memo, useEffect, useRef } from 'react'
import { groupTones } from '../elements.ts'
import { stateTones, type StepState } from '../run.ts'
import { ElementIcon } from '../element-icon.tsx'
import s from './card.module.css'
import { LineCount } from './line-count.tsx'
import type { CardData, CardNode } from './nodes.ts'

const stateIcons = {
  pending: IconClock,
  working: IconLoader2,
  waiting: IconPlayerPause,
  done: IconCheck,
  failed: IconX,
  skipped: IconMinus,
  interrupted: IconPlayerPause,
} satisfies Record<StepState, unknown>

/** A step on the canvas: what it is, its exits, and what the run shown did with it. */
export const StepCard = memo(function StepCard({ id, data, selected }: NodeProps<CardNode>) {
  const { step, element, run } = data
  const language = useLanguage()
  // The canvas library measures where lines begin only when a card changes its size; another exit may not change that.
  const measureAgain = useUpdateNodeInternals()
  const exits = data.exits.map((exit) => exit.id).join(' ')
  const measured = useRef(exits)
  useEffect(() => {
    if (measured.current === exits) return
    measured.current = exits
    measureAgain(id)
  }, [id, exits, measureAgain])
  return (
    <div
      className={s['node']}
      data-selected={selected || undefined}
      data-state={run?.state}
      data-disabled={step.disabled || undefined}
      data-mark={data.mark}
      data-running={run?.state === 'working' || undefined}
    >
      <Inputs inputs={data.inputs} />
      <div className={s['head']}>
        <span className={s['tile']} style={toneStyle(element ? groupTones[element.group] : 'red')}>
          <ElementIcon name={element?.icon} size={17} />
        </span>
        <div className={s['words']}>
          <div className={s['name']}>{step.label || element?.labels.title[language] || step.element}</div>
          <div className={s['sub']}>{data.summary}</div>
        </div>
        {step.note && (
          <Tooltip label={step.note} multiline maw={260}>
            <IconNote size={14} className={s['note']} aria-label={step.note} />
          </Tooltip>
        )}
      </div>
      {data.exits.length > 1 ? <Branches data={data} /> : <Foot data={data} />}
      <Corner data={data} />
    </div>
  )
})

const Inputs = ({ inputs }: { inputs: readonly string[] }) =>
  inputs.map((input, i) => (
    <Handle
      key={input}
      type="target"
      id={input}
      title={inputs.length > 1 ? input : undefined}
      position={Position.Top}
      className={s['handle']}
      style={inputs.length > 1 ? { left: `${((i + 1) * 100) / (inputs.length + 1)}%` } : undefined}
    />
  ))

const Branches = ({ data }: { data: CardData }) => (
  <div className={s['branches']}>
    {data.exits.map((exit) => (
      <div key={exit.id} className={s['branch']} style={toneStyle(exit.tone)} title={exit.name}>
        <i aria-hidden />
        <span>{exit.name}</span>
        <Handle type="source" id={exit.id} position={Position.Bottom} className={s['handle']} />
        {exit.unled && <LineCount of={exit.unled} className={s['unled']} />}
      </div>
    ))}
  </div>
)

function Foot({ data: { run, exits, element } }: { data: CardData }) {
  const formats = useFormats()
  const exit = exits[0]?.id
  const count =
    run &&
    (element?.kind === 'trigger' || element?.kind === 'source' ? (run.exits[exit ?? 'out'] ?? 0) : run.records_in)
  return (
    <>
      {run && run.state !== 'pending' && (
        <div className={s['foot']}>
          <b>{formats.number(count)}</b>
          <span>{formats.duration(run.busy_ms)}</span>
        </div>
      )}
      {exit && <Handle type="source" id={exit} position={Position.Bottom} className={s['handle']} />}
    </>
  )
}

const markLooks: Record<NonNullable<CardData['mark']>, [Tone, typeof IconX]> = {
  here: ['amber', IconPlayerPause],
  passed: ['green', IconCheck],
  added: ['green', IconPlus],
  changed: ['amber', IconPencil],
  removed: ['red', IconX],
}

/** The state of the run, or else that something is to be looked at: a problem of the document, or records the run refused. */
function Corner({ data: { run, trouble, step, exits, mark } }: { data: CardData }) {
  const lost = exits.some(({ id }) => (id === 'rejected' || id === 'error') && (run?.exits[id] ?? 0) > 0)
  const [tone, Icon]: [Tone, typeof IconX] | [undefined, undefined] = trouble
    ? [trouble === 'error' ? 'red' : 'amber', IconAlertTriangle]
    : step.disabled
      ? ['slate', IconMinus]
      : mark
        ? markLooks[mark]
        : run && run.state !== 'pending'
          ? run.state === 'done' && lost
            ? ['amber', IconAlertTriangle]
            : [stateTones[run.state], stateIcons[run.state]]
          : [undefined, undefined]
  if (!Icon) return null
  return (
    <span className={clsx(s['corner'], Icon === IconLoader2 && s['spin'])} style={toneStyle(tone)}>
      <Icon size={11} stroke={3} />
    </span>
  )
}
