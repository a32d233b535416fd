import {
  IconBraces,
  IconCalendar,
  IconCalendarTime,
  IconDecimal,
  IconHash,
  IconLetterT,
  IconList,
  IconQuestionMark,
  IconToggleLeft,
  type Icon,
} from '@tabler/icons-react'
import type { MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { Transformer, TransformerGroup } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { formulaOptions, isFormula } from '@weft/kit/formula/transformer.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'

/** The icon and tone of a type: fields, ports and lines wear them. */
export const typeLooks: Record<ValueType, readonly [Icon, Tone]> = {
  text: [IconLetterT, 'blue'],
  integer: [IconHash, 'amber'],
  decimal: [IconDecimal, 'amber'],
  boolean: [IconToggleLeft, 'pink'],
  date: [IconCalendar, 'violet'],
  date_time: [IconCalendarTime, 'violet'],
  list: [IconList, 'teal'],
  object: [IconBraces, 'slate'],
  any: [IconQuestionMark, 'slate'],
}

export const groupTones: Record<TransformerGroup, Tone> = {
  text: 'blue',
  number: 'amber',
  date: 'violet',
  logic: 'pink',
  list: 'teal',
  object: 'slate',
  lookup: 'green',
  convert: 'blue',
  check: 'red',
  own: 'violet',
}

/** A value on one short line. */
export function brief(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'string') return value === '' ? '–' : value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What an input is called: as the transformer says, as a formula calls it, or by a letter. */
export function inputName(
  transformer: Transformer | undefined,
  { options }: Pick<MappingTransformer, 'options'>,
  i: number,
  language: Language,
): string {
  const named = transformer && isFormula(transformer) ? formulaOptions.safeParse(options).data?.names[i] : undefined
  return named ?? transformer?.labels.inputs?.[i]?.[language] ?? String.fromCharCode(97 + (i % 26))
}
