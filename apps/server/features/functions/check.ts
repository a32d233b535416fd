import { transformers } from '@weft/catalogue/transformers/all.ts'
import { checkMapping } from '@weft/engine/mapping/check/check.ts'
import { asksElsewhere, circleOf, partsIn, uncomputed, withFunctions } from '@weft/engine/mapping/functions.ts'
import { mostInFunction, structuresOf, type MappingFunction } from '@weft/kit/define/mapping-function.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import { formulaKey } from '@weft/kit/formula/transformer.ts'
import { functionsOf } from '@weft/kit/formula/functions.ts'
import { words } from '@weft/kit/formula/tokens.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  taken: {
    en: 'There is a transformer called “{name}” already.',
    de: 'Eine Umwandlung namens „{name}“ gibt es schon.',
  },
  twice: { en: 'There is more than one parameter “{name}”.', de: 'Es gibt mehr als einen Parameter „{name}“.' },
  itself: {
    en: 'The function uses itself. A function cannot be part of what it computes.',
    de: 'Die Funktion verwendet sich selbst. Eine Funktion kann kein Teil dessen sein, was sie rechnet.',
  },
  circle: {
    en: 'These functions use each other in a circle: {names}. Take one of them out of another.',
    de: 'Diese Funktionen verwenden sich im Kreis: {names}. Nehmen Sie eine davon aus einer anderen heraus.',
  },
  large: {
    en: 'With the functions it uses, this function has more than {most, number} transformers.',
    de: 'Mit den Funktionen, die sie verwendet, hat diese Funktion mehr als {most, number} Umwandlungen.',
  },
  elsewhere: {
    en: '“{name}” looks something up. A function computes with its parameters alone: look it up in the mapping and pass it on.',
    de: '„{name}“ schlägt etwas nach. Eine Funktion rechnet nur mit ihren Parametern: Schlagen Sie es im Mapping nach und geben Sie es weiter.',
  },
})

/** Refuses a function that could not be used. `others` are those of the project without it, `known` what they and it may use. */
export function refuseWrongFunction(
  one: MappingFunction,
  others: readonly MappingFunction[],
  known: ReadonlyMap<string, Transformer>,
) {
  const fields: Record<string, Message[]> = {}
  const tell = (field: string, message: Message) => (fields[field] ??= []).push(message)
  if (isTaken(one.name)) throw invalidField('name', texts.taken({ name: one.name }))
  for (const [i, { name }] of one.parameters.entries())
    if (one.parameters.findIndex((other) => other.name === name) < i)
      tell(`parameters.${i}.name`, texts.twice({ name }))
  const all = [...others, one]
  const circle = circleOf(one.name, all)
  if (circle) tell('definition', circle.length === 1 ? texts.itself() : texts.circle({ names: circle.join(' → ') }))
  else if (partsIn(one.name, new Map(all.map((each) => [each.name, each]))) > mostInFunction)
    tell('definition', texts.large({ most: mostInFunction }))
  else for (const message of bodyProblems(one, withFunctions(known, others, uncomputed))) tell('definition', message)
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

const functions = functionsOf(transformers)
const isTaken = (name: string) =>
  name === formulaKey || (words as readonly string[]).includes(name) || functions.find(name) !== undefined

function bodyProblems(one: MappingFunction, known: ReadonlyMap<string, Transformer>): Message[] {
  const checked = checkMapping({ ...structuresOf(one), definition: one.definition, transformers: known })
  const problems = checked.problems.filter(({ severity }) => severity !== 'warning').map(({ message }) => message)
  const asking = asksElsewhere(checked)
  return asking ? [...problems, texts.elsewhere({ name: asking.stored.label || asking.stored.output })] : problems
}
