import { defineMessages } from '@weft/kit/messages/messages.ts'
import { decimalOf, signedBytes, unscaledOf } from '../decimals.ts'
import { Fault } from '../fault.ts'
import { own, shown } from '../plain-values.ts'
import { clockUnitsOf, dateOf, daysOf, momentOf, momentUnitsOf, timeOf, type Digits } from '../times.ts'

const texts = defineMessages({
  uuid: { en: '{value} is no UUID.', de: '{value} ist keine UUID.' },
  duration: {
    en: '{value} is no duration of months, days and milliseconds, such as P1M2DT3.500S.',
    de: '{value} ist keine Dauer in Monaten, Tagen und Millisekunden wie P1M2DT3.500S.',
  },
})

/** What a value of bytes or of a number means: how people write it, and back. */
export type Logical =
  | { of: 'number'; text(value: bigint): string; number(value: unknown): bigint }
  | { of: 'bytes'; text(value: Uint8Array): string; bytes(value: unknown): Buffer }

/** Undefined where the schema names none, or one that does not fit: then the value is what it is, as Avro wants it. */
export function logicalOf(type: string, schema: Record<string, unknown>, size?: number): Logical | undefined {
  switch (`${type} ${String(own(schema, 'logicalType'))}`) {
    case 'bytes decimal':
    case 'fixed decimal':
      return decimal(own(schema, 'precision'), own(schema, 'scale') ?? 0, size)
    case 'fixed uuid':
      return size === 16 ? uuid : undefined
    case 'fixed duration':
      return size === 12 ? duration : undefined
    case 'int date':
      return { of: 'number', text: dateOf, number: daysOf }
    case 'int time-millis':
      return time(3)
    case 'long time-micros':
      return time(6)
    case 'long timestamp-millis':
      return moment(3, 'Z')
    case 'long timestamp-micros':
      return moment(6, 'Z')
    case 'long timestamp-nanos':
      return moment(9, 'Z')
    case 'long local-timestamp-millis':
      return moment(3, '')
    case 'long local-timestamp-micros':
      return moment(6, '')
    case 'long local-timestamp-nanos':
      return moment(9, '')
    default:
      return undefined
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000

function decimal(precision: unknown, scale: unknown, size?: number): Logical | undefined {
  if (!isCount(precision) || precision === 0 || !isCount(scale) || scale > precision) return undefined
  return {
    of: 'bytes',
    text: (bytes) => decimalOf(bytes, scale),
    bytes: (value) => signedBytes(unscaledOf(value, scale, precision), size),
  }
}

const time = (digits: Digits): Logical => ({
  of: 'number',
  text: (units) => timeOf(units, digits),
  number: (value) => clockUnitsOf(value, digits),
})

const moment = (digits: Digits, zone: 'Z' | ''): Logical => ({
  of: 'number',
  text: (units) => momentOf(units, digits, zone),
  number: (value) => momentUnitsOf(value, digits, zone),
})

const uuid: Logical = {
  of: 'bytes',
  text: (bytes) =>
    Buffer.from(bytes)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  bytes(value) {
    if (typeof value !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
      throw new Fault(texts.uuid({ value: shown(value) }))
    return Buffer.from(value.replaceAll('-', ''), 'hex')
  },
}

const duration: Logical = {
  of: 'bytes',
  text(bytes) {
    const [months, days, millis] = [0, 4, 8].map((at) => Buffer.from(bytes).readUInt32LE(at)) as [
      number,
      number,
      number,
    ]
    const fraction = String(millis % 1_000).padStart(3, '0')
    return `P${months}M${days}DT${Math.trunc(millis / 1_000)}.${fraction}S`
  },
  bytes(value) {
    const [, months, days, seconds, fraction = ''] =
      /^P(?:(\d+)M)?(?:(\d+)D)?(?:T(\d+)(?:\.(\d{1,3}))?S)?$/.exec(typeof value === 'string' ? value : '') ?? []
    const parts = [Number(months ?? 0), Number(days ?? 0), Number(`${seconds ?? 0}${fraction.padEnd(3, '0')}`)]
    if (value === 'P' || !/^P/.test(String(value)) || parts.some((part) => !(part < 2 ** 32)))
      throw new Fault(texts.duration({ value: shown(value) }))
    const bytes = Buffer.alloc(12)
    for (const [i, part] of parts.entries()) bytes.writeUInt32LE(part, i * 4)
    return bytes
  },
}
