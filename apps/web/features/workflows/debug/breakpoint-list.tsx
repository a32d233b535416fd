import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lineId } from '@weft/designers/workflow/canvas/step-marks.ts'
import type { Breakpoint, Breakpoints } from '@weft/designers/workflow/debug/debugger.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Flow, FlowEdge } from '@weft/kit/workflow-text/flow.ts'
import { useConditionWords } from './condition-words.ts'
import s from './debug.module.css'
import { debugTexts } from './texts.ts'

type Props = {
  flow: Pick<Flow, 'edges'>
  breakpoints: Breakpoints
  lineName(edge: FlowEdge): string
  onSet(line: string, breakpoint: Breakpoint | undefined): void
  onCondition(edge: FlowEdge): void
}

/** Where a run stops, in the order of the lines; those on lines that are no more are left out. */
export function BreakpointList({ flow, breakpoints, lineName, onSet, onCondition }: Props) {
  const t = useTexts(debugTexts)
  const words = useConditionWords()
  const set = flow.edges.flatMap((edge) => {
    const breakpoint = breakpoints[lineId(edge)]
    return breakpoint ? [{ edge, line: lineId(edge), breakpoint }] : []
  })
  return (
    <section className={s['part']} aria-label={t.breakpoints()}>
      <h2>{t.breakpoints()}</h2>
      {set.length === 0 ? (
        <p className="muted">{t.noBreakpoints()}</p>
      ) : (
        <ul className={s['breakpoints']}>
          {set.map(({ edge, line, breakpoint }) => (
            <li key={line}>
              <Checkbox
                size="xs"
                label={lineName(edge)}
                description={breakpoint.condition && words(breakpoint.condition)}
                checked={breakpoint.isOn}
                onChange={(event) => onSet(line, { ...breakpoint, isOn: event.currentTarget.checked })}
              />
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t.conditionOf({ line: lineName(edge) })}
                onClick={() => onCondition(edge)}
              >
                {t.condition()}
              </Button>
              <ActionIcon
                size="sm"
                aria-label={t.remove({ line: lineName(edge) })}
                onClick={() => onSet(line, undefined)}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <p className={s['hint']}>{t.mine()}</p>
    </section>
  )
}
