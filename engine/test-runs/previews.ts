import type { Comparison, Verdict } from '@weft/kit/define/comparison.ts'

/** So many records of a verdict are kept of each step. */
const mostKept = 200
/** Of a run no more is held than about so many characters. */
const mostHeld = 8_000_000

/** What a step would have written or called: counts of all, and the first of each. */
export type StepPreview = {
  how: 'compared' | 'held_back'
  counts: Partial<Record<Verdict, number>>
  records: Partial<Record<Verdict, Comparison[]>>
}

/** What the steps of a test run would have done, in the order of the plan. */
export type Previews = ReturnType<typeof openPreviews>

/** `heard` is told of all, also of what is not kept any more. */
export function openPreviews(heard?: (step: string, compared: readonly Comparison[]) => void) {
  const steps = new Map<string, StepPreview>()
  let left = mostHeld
  return {
    steps,
    begin(step: string, how: StepPreview['how']) {
      steps.set(step, { how, counts: {}, records: {} })
    },
    add(step: string, compared: readonly Comparison[]) {
      heard?.(step, compared)
      const { counts, records } = steps.get(step)!
      for (const one of compared) {
        const { verdict } = one
        counts[verdict] = (counts[verdict] ?? 0) + 1
        const kept = (records[verdict] ??= [])
        if (kept.length >= mostKept || left <= 0) continue
        left -= JSON.stringify([one.record, one.before, one.about]).length
        if (left > 0) kept.push(one)
      }
    },
  }
}
