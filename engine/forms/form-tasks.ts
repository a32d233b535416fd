import type { FieldVerdict, FormDefinition } from '@weft/kit/define/form.ts'
import type { Language, Text } from '@weft/kit/messages/messages.ts'
import { defineTask } from '../isolation/task.ts'

const limits = { seconds: 10, memory_mb: 600, answer_mb: 4 }
const advice = {
  en: 'Shorten the value or simplify the rule.',
  de: 'Kürzen Sie den Wert oder vereinfachen Sie die Regel.',
}

export type ToldVerdict = Omit<FieldVerdict, 'message'> & { message?: Text }

/** The rules of forms are patterns and bounds somebody has written, put to values somebody has sent. */
export const checkValue = defineTask<
  { rule: string; value: unknown; options: Record<string, unknown>; name: string },
  ToldVerdict
>({ name: 'check_value', limits, advice })
export const checkForm = defineTask<
  { form: FormDefinition; values: Record<string, unknown>; language: Language },
  Record<string, ToldVerdict>
>({ name: 'check_form', limits, advice })
