import type { Decimal } from 'decimal.js'
import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({ zero: { en: 'Division by zero.', de: 'Division durch null.' } })

export const quotientOptions = {
  on_zero: z.enum(['reject', 'empty', 'zero']).default('reject'),
  decimals: z.int().min(0).max(40).default(20),
}
export const quotientLabels = {
  on_zero: {
    label: { en: 'When divided by zero', de: 'Bei Division durch null' },
    options: {
      reject: { en: 'Reject the record', de: 'Datensatz ablehnen' },
      empty: { en: 'Leave empty', de: 'Leer lassen' },
      zero: { en: 'Give 0', de: '0 liefern' },
    },
  },
  decimals: { en: 'Decimal places at most', de: 'Höchstens Nachkommastellen' },
}

/** a ÷ b, half up at the given place. Cut off far behind that place first, which never changes how half up decides. */
export function quotient(
  a: Decimal,
  b: Decimal,
  { on_zero, decimals }: { on_zero: 'reject' | 'empty' | 'zero'; decimals: number },
): Decimal | null {
  if (b.isZero()) return on_zero === 'reject' ? refuse(texts.zero()) : on_zero === 'empty' ? null : new Exact(0)
  const digits = Math.max(0, a.e - b.e) + decimals + 5
  return new Exact(new (cut(Math.min(digits, 1_000)))(a).div(b)).toDecimalPlaces(decimals)
}

const cutters = new Map<number, typeof Exact>()

/** Numbers that are cut off behind so many digits. */
function cut(precision: number) {
  const known = cutters.get(precision) ?? Exact.clone({ precision, rounding: 1 })
  cutters.set(precision, known)
  return known
}
