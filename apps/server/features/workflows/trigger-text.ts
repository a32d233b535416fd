import { elements } from '@weft/catalogue/elements/all.ts'
import { schedule } from '@weft/catalogue/elements/schedule/schedule.ts'
import type { Trigger } from '@weft/contracts/workflows.ts'
import type { FieldLabel } from '@weft/kit/define/resource.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

/** What starts a workflow in a few words: "Daily 02:30", "Webhook". */
export function triggerText(
  { element: key, settings }: Pick<Trigger, 'element' | 'settings'>,
  language: Language,
): string {
  const element = elements.find((one) => one.key === key)
  if (key !== schedule.key) return element?.labels.title[language] ?? key
  const parsed = schedule.settings.safeParse(settings)
  if (!parsed.success) return schedule.labels.title[language]
  const { option, time, cron } = parsed.data
  if (option === 'cron') return cron
  const often: FieldLabel = schedule.labels.fields.option
  const word = ('label' in often && often.options?.[option]?.[language]) || option
  return ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'].includes(option) ? `${word} ${time ?? '00:00'}` : word
}

export const iconOfTrigger = (key: string) => elements.find((element) => element.key === key)?.icon ?? 'IconBolt'
