import { defineMessages, inserted, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  byte: { en: 'Byte {at}: {reason}', de: 'Byte {at}: {reason}' },
  byteField: { en: 'Byte {at}, {field}: {reason}', de: 'Byte {at}, {field}: {reason}' },
  field: { en: '{field}: {reason}', de: '{field}: {reason}' },
  missing: { en: 'The value is missing.', de: 'Der Wert fehlt.' },
  unknown: { en: 'The schema has no such field.', de: 'Das Schema hat kein solches Feld.' },
  deep: { en: 'It is nested more than {most} levels deep.', de: 'Es ist mehr als {most} Ebenen tief verschachtelt.' },
})

/** Why a content does not go with its schema. Where it does not is added by who knows. */
export class Fault extends Error {
  readonly reason: Message
  constructor(reason: Message, cause?: unknown) {
    super(reason.text.en, { cause })
    this.reason = reason
  }
}

export const missingValue = () => new Fault(texts.missing())
export const unknownField = () => new Fault(texts.unknown())
export const tooDeep = (most: number) => new Fault(texts.deep({ most }))

export type Path = (string | number)[]

/** The reason with its place: the byte where reading stopped, and the field as templates and mappings name it. */
export function placed(reason: Message, path: Path, at?: number): Message {
  const field = fieldOf(path)
  if (at !== undefined)
    return inserted(field === '' ? texts.byte({ at, reason: '' }) : wholly({ at, field }), 'reason', reason)
  return field === '' ? reason : inserted(texts.field({ field, reason: '' }), 'reason', reason)
}

const wholly = ({ at, field }: { at: number; field: string }) => texts.byteField({ at, field, reason: '' })

/** Long ones are cut: they may be made of what strangers sent. */
const fieldOf = (path: Path) =>
  path
    .reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key), '')
    .slice(0, 300)
