import type { Language } from '@weft/kit/messages/messages.ts'
import { defineTask } from '../isolation/task.ts'
import type { ElementTrial, TrialAnswer } from './element-trial.ts'

const advice = {
  en: 'Try fewer or shorter records, and look for patterns and filters that make a text many times as long.',
  de: 'Versuchen Sie es mit weniger oder kürzeren Datensätzen und suchen Sie nach Mustern und Filtern, die einen Text um ein Vielfaches verlängern.',
}
const limits = { seconds: 10, memory_mb: 800, answer_mb: 4 }

/** Trying one element by itself, with settings and records somebody has sent. Elements of plugins run in the sandbox instead. */
export const tryElement = defineTask<{ element: string; trial: ElementTrial }, TrialAnswer>({
  name: 'try_element',
  limits,
  advice,
})
export const checkElementSettings = defineTask<
  { element: string; config: Record<string, unknown>; language: Language },
  TrialAnswer
>({ name: 'check_element_settings', limits, advice })
