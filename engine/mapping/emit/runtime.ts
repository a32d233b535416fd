import { isMissing, plain, refuse, shown, toList } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { datedName } from '@weft/kit/define/dated.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Lookup } from '@weft/kit/define/transformer.ts'

const texts = defineMessages({
  entries: {
    en: '“{value}” is not a list, so it has no entries to map.',
    de: '„{value}“ ist keine Liste und hat deshalb keine Einträge.',
  },
})

const nothing: DataRecord = Object.freeze({})

/** Something fields can be read from: where there is no object, an empty one. */
export const objectOf = (value: unknown): DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DataRecord) : nothing

/** The names every object has without having been given them. */
export const isInherited = (name: string) => name in Object.prototype

export const own = (object: DataRecord, name: string) => (Object.hasOwn(object, name) ? object[name] : undefined)

/** The entries to go through, or null where there is no list. */
export function entriesOf(value: unknown): unknown[] | null {
  if (isMissing(value)) return null
  return Array.isArray(value) ? toList(value) : refuse(texts.entries({ value: shown(value) }))
}

/** How the key of a lookup is written, so that 7 and '7' find the same row. */
export const keyOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Names the row a lookup wants for its inputs; undefined where it wants none. */
export const nameOfRow =
  ({ wanted, valid_from }: Pick<Lookup, 'wanted' | 'valid_from'>) =>
  (...inputs: unknown[]): string | undefined => {
    const found = wanted ? wanted(...inputs.map(plain)) : { value: plain(inputs[0]) }
    if (!found || isMissing(found.value)) return undefined
    if (valid_from === undefined) return keyOf(found.value)
    return found.day === undefined ? undefined : datedName(found.day, keyOf(found.value))
  }
