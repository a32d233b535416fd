import { inTestRunOf, type TestedBody, type TransformBody } from '@weft/kit/define/element.ts'
import type { PlannedStep } from '../workflow-model/plan.ts'
import type { Previews } from './previews.ts'

type Settings = Record<string, unknown>

/** A step as a test run has it: what would change anything outside is taken by what says what it would do. */
export function inTest(planned: PlannedStep, previews: Previews): PlannedStep {
  const { element, settings, body } = planned
  if (planned.passes || (element.kind === 'trigger' && !body)) return planned
  const how = inTestRunOf(element, settings)
  if (how === 'runs') return planned
  // It hands out what the run was given, as a trigger that does not read.
  if (element.kind === 'trigger') return { ...planned, body: undefined }
  const tested: TestedBody<Settings> = body ?? {}
  const isCompared = how === 'compared' && tested.compare !== undefined
  previews.begin(planned.id, isCompared ? 'compared' : 'held_back')
  return {
    ...planned,
    element: { ...element, kind: 'transform' },
    body: isCompared ? comparing(tested, previews) : holdingBack(planned, tested, previews),
  }
}

const comparing = (tested: TestedBody<Settings>, previews: Previews): TransformBody<Settings> => ({
  async open(step) {
    const opened = await tested.compare!(step)
    return {
      async batch(records) {
        const { compared, ...outcome } = await opened.batch(records)
        previews.add(step.id, compared)
        return outcome
      },
      close: async () => opened.close?.(),
    }
  },
})

const holdingBack = (
  { exits }: PlannedStep,
  tested: TestedBody<Settings>,
  previews: Previews,
): TransformBody<Settings> => ({
  open(step) {
    const [exit] = exits
    const calls = tested.calls?.(step)
    return {
      batch(records) {
        const held = calls ? calls(records) : records
        previews.add(
          step.id,
          held.map((record, i) => ({
            verdict: 'held_back',
            record,
            ...(calls && { about: records[i] ?? records[0] }),
          })),
        )
        return { exits: exit === undefined || exit === 'error' ? {} : { [exit]: records } }
      },
    }
  },
})
