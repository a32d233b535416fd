import { elements } from '@weft/catalogue/elements/all.ts'
import { schedule } from '@weft/catalogue/elements/schedule/schedule.ts'
import type { Trigger } from '@weft/contracts/workflows.ts'
import { elementAvailability } from '@weft/engine/workflow-model/element-availability.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Element } from '@weft/kit/define/element.ts'
import type { FieldLabel } from '@weft/kit/define/resource.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

/** What starts workflows, by key; those that plugins bring among them. */
export type Triggers = ReadonlyMap<string, Element>

export async function triggersIn(trx: Scoped): Promise<Triggers> {
  const { elements: known } = await elementAvailability(trx, elements)
  return new Map(known.flatMap((element) => (element.kind === 'trigger' ? [[element.key, element]] : [])))
}

/** What starts a workflow in a few words: "Daily 02:30", "Webhook". */
export function triggerText(
  { element: key, settings }: Pick<Trigger, 'element' | 'settings'>,
  language: Language,
  triggers: Triggers,
): string {
  if (key !== schedule.key) return triggers.get(key)?.labels.title[language] ?? key
  const parsed = schedule.settings.safeParse(settings)
  if (!parsed.success) return schedule.labels.title[language]
  const { option, time, cron } = parsed.data
  if (option === 'cron') return cron
  const often: FieldLabel = schedule.labels.fields.option
  const word = ('label' in often && often.options?.[option]?.[language]) || option
  return ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'].includes(option) ? `${word} ${time ?? '00:00'}` : word
}
