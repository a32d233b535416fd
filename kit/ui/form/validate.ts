import type { z } from 'zod'
import { isRequired, issuePaths } from '../../messages/issues.ts'
import { say, type Language } from '../../messages/messages.ts'
import { required } from '../../messages/required.ts'

/** What a field can be for its reader and for the save button. */
export type FieldResult = 'valid' | 'invalid' | 'not_validated' | 'ignored'

/** The first complaint for each place (`conditions.0.field`), in the reader's words; empty when all is well. */
export function validate(
  schema: z.ZodType,
  values: unknown,
  language: Language,
  labels: Record<string, string> = {},
): Record<string, string> {
  const parsed = schema.safeParse(values, { reportInput: true })
  if (parsed.success) return {}
  const complaints: Record<string, string> = {}
  for (const { place, message } of issuePaths(parsed.error.issues)) {
    const label = labels[place]
    const named = label !== undefined && isRequired(message) ? required({ en: label, de: label }) : message
    complaints[place] ??= say(named, language)
  }
  return complaints
}

/** Nobody has looked yet, or it does not count, or it is right or wrong. */
export function resultOf(
  complaint: string | undefined,
  seen: { touched: boolean; submitted: boolean; ignored?: boolean; pending?: boolean },
): FieldResult {
  if (seen.ignored) return 'ignored'
  if (seen.pending || (!seen.touched && !seen.submitted)) return 'not_validated'
  return complaint ? 'invalid' : 'valid'
}
