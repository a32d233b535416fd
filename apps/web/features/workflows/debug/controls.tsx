import { Button, Kbd, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconShieldCheck,
  IconStepInto,
  IconTarget,
  type Icon,
} from '@tabler/icons-react'
import { isTyping } from '@weft/designers/workflow/canvas/canvas.tsx'
import { heldBackBy, ranTo, type Breakpoints } from '@weft/designers/workflow/debug/debugger.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { useEffect, useEffectEvent } from 'react'
import s from './debug.module.css'
import { debugTexts } from './texts.ts'
import type { DebugRun } from './use-debug-run.ts'

type Props = {
  run: DebugRun
  flow: Pick<Flow, 'edges'>
  breakpoints: Breakpoints
  /** The step that is selected. */
  selected: string | undefined
  /** Sets or removes breakpoints before the selected step. */
  onBreak(): void
}
type Control = {
  name: 'back' | 'step' | 'next' | 'runTo' | 'goOn' | 'stop'
  help: string
  keys: string
  icon: Icon
  isOff?: boolean
  run(): void
}

/** The strip that stays while somebody walks along a run: that nothing is written, where they are, and the ways on. */
export function Controls({ run, flow, breakpoints, selected, onBreak }: Props) {
  const t = useTexts(debugTexts)
  const { walk } = run
  if (!walk) return null
  const { at, stops } = walk
  const keysIn = (keys: string) => keys.replace('Ctrl', t.ctrl()).replace('Shift', t.shift())
  const isOver = at >= stops.length
  const controls: Control[] = [
    { name: 'back', help: t.backHelp(), keys: 'Shift F10', icon: IconArrowBackUp, isOff: at === 0, run: run.back },
    { name: 'step', help: t.stepHelp(), keys: 'F10', icon: IconStepInto, isOff: isOver, run: run.step },
    { name: 'next', help: t.nextHelp(), keys: 'F9', icon: IconPlayerTrackNext, isOff: isOver, run: run.next },
    {
      name: 'runTo',
      help: t.runToHelp(),
      keys: 'Ctrl F10',
      icon: IconTarget,
      isOff: selected === undefined || ranTo(walk, selected) === undefined,
      run: () => selected !== undefined && run.runTo(selected),
    },
    {
      name: 'goOn',
      help: t.goOnHelp(),
      keys: 'F8',
      icon: IconPlayerSkipForward,
      isOff: isOver,
      run: () => run.goOn(breakpoints, flow.edges),
    },
    { name: 'stop', help: t.stopHelp(), keys: 'Shift F8', icon: IconPlayerStop, run: run.stop },
  ]
  return (
    <div className={s['strip']}>
      <Keys controls={controls} onBreak={onBreak} />
      <p className={s['safe']}>
        <IconShieldCheck size={16} aria-hidden />
        <span>
          <b>{t.nothingWritten()}</b> {t.heldBack({ count: heldBackBy(walk) })}
        </span>
      </p>
      <span className={s['place']} role="status">
        {isOver ? t.over() : t.place({ at: at + 1, count: stops.length })}
      </span>
      <div className={s['controls']} role="toolbar" aria-label={t.controls()}>
        {controls.map(({ name, help, keys, icon: Mark, isOff = false, run: press }) => (
          <Tooltip key={name} multiline maw={260} label={`${help} (${keysIn(keys)})`}>
            <Button
              size="xs"
              variant={name === 'goOn' ? 'filled' : 'default'}
              color={name === 'stop' ? 'red' : undefined}
              leftSection={<Mark size={14} aria-hidden />}
              rightSection={<Kbd size="xs">{keysIn(keys)}</Kbd>}
              aria-keyshortcuts={keys.replace('Ctrl', 'Control').replace(' ', '+')}
              aria-label={t[name]()}
              disabled={isOff}
              onClick={press}
            >
              {t[name]()}
            </Button>
          </Tooltip>
        ))}
      </div>
    </div>
  )
}

/** The keys of the controls, but not of what stands over them. */
function Keys({ controls, onBreak }: { controls: readonly Control[]; onBreak(): void }) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[role=dialog]')) return
    const keys = `${event.ctrlKey || event.metaKey ? 'Ctrl ' : ''}${event.shiftKey ? 'Shift ' : ''}${event.key}`
    const control = controls.find((one) => one.keys === keys)
    if (control) {
      event.preventDefault()
      if (!control.isOff) control.run()
    } else if (keys === 'b' && !isTyping(event)) onBreak()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return null
}
