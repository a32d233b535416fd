import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({ digits: { en: 'Digits only, please.', de: 'Bitte nur Ziffern.' } })

const digits = z
  .string()
  .trim()
  .max(8)
  .refine((text) => /^\d*$/.test(text), { error: say(texts.digits(), 'en'), params: { say: texts.digits() } })
const letters = z.string().trim().max(8)
const from = z.int().min(1).max(999_999_999_999)
const width = z.int().min(1).max(15)
/** What is set of each range, and whose numbers they are. */
export const numberRangeParts = {
  prefix: { en: 'Begins with', de: 'Beginnt mit' },
  from: { en: 'Count from', de: 'Zählen ab' },
  width: { en: 'Digits at least', de: 'Mindestens so viele Stellen' },
}
export const numberRanges = {
  tenants: { en: 'Tenants', de: 'Mandanten' },
  partners: { en: 'Partners', de: 'Partner' },
  process_iterations: { en: 'Runs', de: 'Läufe' },
  process_logs: { en: 'Log lines', de: 'Protokollzeilen' },
}
const named = (range: keyof typeof numberRanges, part: keyof typeof numberRangeParts) => ({
  en: `${numberRanges[range].en}: ${numberRangeParts[part].en}`,
  de: `${numberRanges[range].de}: ${numberRangeParts[part].de}`,
})

/** What numbers look like. How far each range has come is counted in the table `number_counters`. */
export const numberRangeSettings = defineSettingGroup({
  path: 'number_ranges',
  schema: z.strictObject({
    tenants_prefix: digits.default(''),
    tenants_from: from.default(10_001),
    tenants_width: width.default(5),
    partners_prefix: digits.default(''),
    partners_from: from.default(70_001),
    partners_width: width.default(5),
    process_iterations_prefix: letters.default('R-'),
    process_iterations_from: from.default(1),
    process_iterations_width: width.default(6),
    process_logs_prefix: letters.default('L-'),
    process_logs_width: width.default(8),
  }),
  labels: {
    title: { en: 'Number ranges', de: 'Nummernkreise' },
    help: {
      en: 'Numbers are given one after the other and never twice. Counting from a lower number than was given already changes nothing. Runs are counted for each tenant by itself; lines of logs as they are written.',
      de: 'Nummern werden nacheinander und nie doppelt vergeben. Eine kleinere Zahl als die zuletzt vergebene ändert nichts. Läufe werden für jeden Mandanten für sich gezählt, Protokollzeilen so, wie sie geschrieben werden.',
    },
    fields: {
      tenants_prefix: named('tenants', 'prefix'),
      tenants_from: named('tenants', 'from'),
      tenants_width: named('tenants', 'width'),
      partners_prefix: named('partners', 'prefix'),
      partners_from: named('partners', 'from'),
      partners_width: named('partners', 'width'),
      process_iterations_prefix: named('process_iterations', 'prefix'),
      process_iterations_from: named('process_iterations', 'from'),
      process_iterations_width: named('process_iterations', 'width'),
      process_logs_prefix: named('process_logs', 'prefix'),
      process_logs_width: named('process_logs', 'width'),
    },
  },
})
