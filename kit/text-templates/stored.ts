import type { StoredText } from '../define/step-context.ts'
import type { Values } from '../define/template.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import { givenNames, unknownIn, type Given } from './given.ts'

export const storedTexts = defineMessages({
  gone: { en: 'There is no such text template any more.', de: 'Diese Textvorlage gibt es nicht mehr.' },
})

/** A stored text read once and then put to values. What it speaks of is an error unless it is among them, or is `lacking` because it is empty. */
export function writerOf(stored: StoredText): (values: Values, lacking?: readonly Given[]) => string {
  const { uses, render } = stored.open()
  return (values, lacking = stored.fields) => {
    const [unknown] = unknownIn(uses, [...givenNames(Object.keys(values)), ...lacking], [{ name: 'config', is: 'any' }])
    if (unknown) throw new Invalid('TEMPLATE_UNKNOWN_VALUES', unknown.message)
    return render(values, stored.configuration)
  }
}
