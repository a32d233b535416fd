import type { MappingTrace } from '@weft/kit/define/mapping.ts'
import type { FunctionTest } from '@weft/kit/define/mapping-function.ts'
import { converters, isMissing, plain, Refused, shown, type ValueType } from '@weft/kit/define/value.ts'
import { defineMessages, inserted, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  other: { en: 'Gives “{found}” instead of “{wanted}”.', de: 'Ergibt „{found}“ statt „{wanted}“.' },
  nothing: { en: 'Gives nothing instead of “{wanted}”.', de: 'Ergibt nichts statt „{wanted}“.' },
  something: { en: 'Gives “{found}” instead of nothing.', de: 'Ergibt „{found}“ statt nichts.' },
  refused: { en: 'Is refused: {reason}', de: 'Wird abgelehnt: {reason}' },
  taken: { en: 'Gives “{found}” instead of being refused.', de: 'Ergibt „{found}“, statt abgelehnt zu werden.' },
})

type Outcome = { out?: MappingTrace['out'] | undefined; rejected?: { reason: Message | string } | undefined }

/** What is wrong with a test, by what the body made of its values; nothing where it is as expected. */
export function testProblem(test: FunctionTest, gives: ValueType, { out, rejected }: Outcome): Message | undefined {
  if (rejected) {
    const { reason } = rejected
    const said = typeof reason === 'string' ? quotedTexts(reason) : reason
    return test.refused ? undefined : inserted(texts.refused({ reason: '' }), 'reason', said)
  }
  const found = out?.['result']
  if (test.refused) return texts.taken({ found: shown(found ?? null) })
  if (same(found, test.gives, gives)) return undefined
  if (isMissing(found)) return texts.nothing({ wanted: shown(test.gives) })
  return isMissing(test.gives)
    ? texts.something({ found: shown(found) })
    : texts.other({ found: shown(found), wanted: shown(test.gives) })
}

function same(found: unknown, wanted: unknown, gives: ValueType): boolean {
  return written(found, gives) === written(wanted, gives)
}

/** A value in the one way its type is written; what is none of that type, as it is. */
function written(value: unknown, gives: ValueType): string {
  if (isMissing(value)) return 'null'
  try {
    return JSON.stringify(sorted(plain(converters[gives](value))))
  } catch (error) {
    if (error instanceof Refused) return JSON.stringify(value)
    throw error
  }
}

/** Keys of objects have no order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, one]) => [key, sorted(one)] as const)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value
