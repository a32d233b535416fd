import { defineMessages } from '@weft/kit/messages/messages.ts'
import { decimalOf, signedBytes, unscaledOf } from '../decimals.ts'
import { Fault } from '../fault.ts'
import { isObject } from '@weft/kit/define/is-object.ts'
import { shown } from '../plain-values.ts'
import { momentOf, momentUnitsOf } from '../times.ts'

const texts = defineMessages({
  nanos: { en: '{value} is no part of a second.', de: '{value} ist kein Teil einer Sekunde.' },
  duration: { en: '{value} is no duration such as 3.5s.', de: '{value} ist keine Dauer wie 3.5s.' },
  scale: { en: '{value} decimal places are too many.', de: '{value} Nachkommastellen sind zu viele.' },
  value: { en: '{value} is nothing that JSON can say.', de: '{value} ist nichts, was JSON sagen kann.' },
})

type Fields = Record<string, unknown>
/** Messages that mean something of their own: what a record holds instead of their fields, and back. */
export type WellKnown = { read(fields: Fields): unknown; write(value: unknown): Fields }

const billion = 1_000_000_000n

const nanosOf = ({ seconds, nanos }: Fields): bigint => {
  if (Math.abs(nanos as number) >= 1e9) throw new Fault(texts.nanos({ value: shown(nanos) }))
  return BigInt(seconds as string) * billion + BigInt(nanos as number)
}

const timestamp: WellKnown = {
  read: (fields) => momentOf(nanosOf(fields), 9, 'Z').replace(/\.?(000){1,3}Z$/, 'Z'),
  write(value) {
    const units = momentUnitsOf(value, 9, 'Z')
    const nanos = ((units % billion) + billion) % billion
    return { seconds: String((units - nanos) / billion), nanos: Number(nanos) }
  },
}

const duration: WellKnown = {
  read(fields) {
    const all = nanosOf(fields)
    const [sign, units] = all < 0n ? ['-', -all] : ['', all]
    const fraction = String(units % billion)
      .padStart(9, '0')
      .replace(/(000)+$/, '')
    return `${sign}${units / billion}${fraction && '.'}${fraction}s`
  },
  write(value) {
    const [, sign, whole, fraction = ''] =
      /^(-?)(\d{1,18})(?:\.(\d{1,9}))?s$/.exec(typeof value === 'string' ? value : '') ?? []
    if (whole === undefined) throw new Fault(texts.duration({ value: shown(value) }))
    const nanos = Number(fraction.padEnd(9, '0'))
    return { seconds: `${sign}${whole}`, nanos: sign && nanos ? -nanos : nanos }
  },
}

/** Confluent's: the digits without their point, and where it stands. */
const decimal: WellKnown = {
  read({ value, scale }) {
    if (!((scale as number) >= 0 && (scale as number) <= 1_000)) throw new Fault(texts.scale({ value: shown(scale) }))
    return decimalOf(Buffer.from(value as string, 'base64'), scale as number)
  },
  write(value) {
    const text = String(value)
    const scale = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0
    const unscaled = unscaledOf(text, scale)
    const precision = String(unscaled).replace('-', '').length
    return { value: signedBytes(unscaled).toString('base64'), precision, scale }
  },
}

/** A value that may be missing where a plain one may not. */
const wrapper: WellKnown = { read: ({ value }) => value, write: (value) => ({ value }) }

const anyJson: WellKnown = {
  read: ({ nullValue: _, ...fields }) => Object.values(fields)[0] ?? null,
  write(value) {
    if (value === null || value === undefined) return { nullValue: 'NULL_VALUE' }
    if (typeof value === 'number') return { numberValue: value }
    if (typeof value === 'string') return { stringValue: value }
    if (typeof value === 'boolean') return { boolValue: value }
    if (Array.isArray(value)) return { listValue: value }
    if (isObject(value)) return { structValue: value }
    throw new Fault(texts.value({ value: shown(value) }))
  },
}

const kinds = ['Double', 'Float', 'Int64', 'UInt64', 'Int32', 'UInt32', 'Bool', 'String', 'Bytes']

export const wellKnown: Readonly<Record<string, WellKnown | undefined>> = Object.assign(Object.create(null) as object, {
  'google.protobuf.Timestamp': timestamp,
  'google.protobuf.Duration': duration,
  'confluent.type.Decimal': decimal,
  ...Object.fromEntries(kinds.map((kind) => [`google.protobuf.${kind}Value`, wrapper])),
  'google.protobuf.Value': anyJson,
  'google.protobuf.Struct': { read: ({ fields }: Fields) => fields, write: (fields: unknown) => ({ fields }) },
  'google.protobuf.ListValue': { read: ({ values }: Fields) => values, write: (values: unknown) => ({ values }) },
})
