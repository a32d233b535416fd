import type { Outcome } from '@weft/kit/define/element.ts'
import type { PluginElement } from '@weft/kit/define/plugin.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { defineMessages, quotedTexts, say } from '@weft/kit/messages/messages.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import { z } from 'zod'

const texts = defineMessages({
  outcome: {
    en: 'The element {element} gave back something that is no outcome: {problem}',
    de: 'Das Element {element} gab etwas zurück, das kein Ergebnis ist: {problem}',
  },
})

const reason = z.union([
  z.string().min(1).max(2_000),
  z.object({ en: z.string().max(2_000), de: z.string().max(2_000) }),
])
const records = z.array(z.record(z.string(), z.unknown()))
const refusals = z
  .array(
    z.strictObject({
      record: z.record(z.string(), z.unknown()),
      reason,
      field: z.string().max(191).optional(),
      value: z.unknown().optional(),
    }),
  )
  .default([])
const outcome = z.strictObject({
  exits: z.record(z.string(), records).default({}),
  rejected: refusals,
})
const page = z.strictObject({
  records: records.default([]),
  rejected: refusals,
  /** Where the next page begins; null or absent: there is none. */
  cursor: z.unknown().optional(),
  state: z.unknown().optional(),
})

/** What the code gave back: records for the first exit, or records by exit and those that could not go on. */
export function outcomeOf(
  element: PluginElement,
  taken: DataRecord[],
  given: unknown,
  mask: Mask = (value) => value,
): Outcome {
  const first = element.exits[0]!.key
  const result = outcome.safeParse(
    given === null ? { exits: { [first]: taken } } : Array.isArray(given) ? { exits: { [first]: given } } : given,
  )
  if (!result.success) throw notAn(element, result.error)
  const unknown = Object.keys(result.data.exits).find((exit) => !element.exits.some(({ key }) => key === exit))
  if (unknown) throw wrong(element, `exits.${unknown}`)
  const rejected = result.data.rejected.map((one) => refusalOf(one, mask))
  return { exits: result.data.exits, ...(rejected.length > 0 && { rejected }) }
}

/** What the code of a source or a trigger gave back: records, or a page of them. */
export function pageOf(element: PluginElement, given: unknown, mask: Mask = (value) => value) {
  const result = page.safeParse(Array.isArray(given) ? { records: given } : given)
  if (!result.success) throw notAn(element, result.error)
  const { records: found, rejected, cursor = null, state } = result.data
  return { records: found, rejected: rejected.map((one) => refusalOf(one, mask)), cursor, state }
}

const wrong = (element: PluginElement, problem: string) =>
  new Invalid('PLUGIN_OUTCOME', texts.outcome({ element: element.key, problem }))

function notAn(element: PluginElement, { issues }: z.ZodError): Invalid {
  const { place, message } = issuePaths(issues)[0]!
  return wrong(element, `${place} ${say(message, 'en')}`)
}

const refusalOf = ({ reason, ...one }: z.output<typeof refusals>[number], mask: Mask) =>
  ({
    ...one,
    reason: mask(typeof reason === 'string' ? quotedTexts(reason) : quotedTexts(reason.en, reason.de)),
  }) as Rejected
