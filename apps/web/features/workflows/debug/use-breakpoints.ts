import { useLocalStorage } from '@mantine/hooks'
import type { Breakpoint, Breakpoints } from '@weft/designers/workflow/debug/debugger.ts'

type Kept = Record<string, Breakpoints>

/** Of a workflow, for whoever looks at it in this browser. */
export function useBreakpoints(workflow_id: string) {
  const [kept, keep] = useLocalStorage<Kept>({
    key: 'weft.breakpoints',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const breakpoints: Breakpoints = kept[workflow_id] ?? {}

  /** Nothing: there is none any more. */
  const set = (line: string, breakpoint: Breakpoint | undefined) =>
    keep((before) => {
      const { [line]: _, ...rest } = before[workflow_id] ?? {}
      return { ...before, [workflow_id]: breakpoint ? { ...rest, [line]: breakpoint } : rest }
    })

  return {
    breakpoints,
    set,
    toggle: (line: string) => set(line, breakpoints[line] ? undefined : { isOn: true }),
  }
}
