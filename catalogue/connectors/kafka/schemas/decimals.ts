import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Decimal } from 'decimal.js'
import { Fault } from './fault.ts'
import { shown } from './plain-values.ts'

const texts = defineMessages({
  long: { en: 'A decimal number has too many digits.', de: 'Eine Dezimalzahl hat zu viele Stellen.' },
  decimal: { en: '{value} is no decimal number.', de: '{value} ist keine Dezimalzahl.' },
  scale: {
    en: '{value} has more than {scale} decimal places.',
    de: '{value} hat mehr als {scale} Nachkommastellen.',
  },
  precision: {
    en: '{value} has more than {precision} digits.',
    de: '{value} hat mehr als {precision} Stellen.',
  },
})

/** Making digits of so many bytes takes time that grows faster than they do. */
const most_bytes = 2_000

/** Bytes with the highest first and a sign, as text with all its decimal places. */
export function decimalOf(bytes: Uint8Array, scale: number): string {
  if (bytes.length > most_bytes) throw new Fault(texts.long())
  if (bytes.length === 0) return withPoint(0n, scale)
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
  return withPoint(BigInt.asIntN(bytes.length * 8, BigInt(`0x${hex}`)), scale)
}

function withPoint(unscaled: bigint, scale: number): string {
  const [sign, digits] = unscaled < 0n ? ['-', String(-unscaled)] : ['', String(unscaled)]
  if (scale === 0) return sign + digits
  const all = digits.padStart(scale + 1, '0')
  return `${sign}${all.slice(0, -scale)}.${all.slice(-scale)}`
}

/** A number as what stands before its point would be if the point stood `scale` places further; nothing is rounded. */
export function unscaledOf(value: unknown, scale: number, precision?: number): bigint {
  const text = typeof value === 'number' ? plainOf(value) : value
  const [, sign, whole, fraction = ''] =
    typeof text === 'string' && text.length <= most_bytes ? (/^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []) : []
  if (whole === undefined) throw new Fault(texts.decimal({ value: shown(value) }))
  if (/[1-9]/.test(fraction.slice(scale))) throw new Fault(texts.scale({ value: shown(value), scale }))
  const unscaled = BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`)
  if (precision !== undefined && unscaled !== 0n && String(unscaled).length > precision)
    throw new Fault(texts.precision({ value: shown(value), precision }))
  return sign ? -unscaled : unscaled
}

/** Small and large numbers are written with an exponent by themselves. */
const plainOf = (value: number) => (Number.isFinite(value) ? new Decimal(value).toFixed() : String(value))

/** In as few bytes as hold it, or in so many. */
export function signedBytes(value: bigint, size?: number): Buffer {
  let length = size ?? 1
  if (size === undefined) while (BigInt.asIntN(length * 8, value) !== value) length++
  if (BigInt.asIntN(length * 8, value) !== value) throw new Fault(texts.long())
  return Buffer.from(
    BigInt.asUintN(length * 8, value)
      .toString(16)
      .padStart(length * 2, '0'),
    'hex',
  )
}
