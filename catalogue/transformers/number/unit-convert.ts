import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { quotient } from './quotient.ts'

/** Each unit in the base unit of its kind; all are exact by definition. */
const units = {
  mg: ['mass', '0.000001'],
  g: ['mass', '0.001'],
  kg: ['mass', '1'],
  t: ['mass', '1000'],
  oz: ['mass', '0.028349523125'],
  lb: ['mass', '0.45359237'],
  mm: ['length', '0.001'],
  cm: ['length', '0.01'],
  m: ['length', '1'],
  km: ['length', '1000'],
  in: ['length', '0.0254'],
  ft: ['length', '0.3048'],
  yd: ['length', '0.9144'],
  mi: ['length', '1609.344'],
  ml: ['volume', '0.001'],
  cl: ['volume', '0.01'],
  l: ['volume', '1'],
  m3: ['volume', '1000'],
  fl_oz_us: ['volume', '0.0295735295625'],
  gal_us: ['volume', '3.785411784'],
  cm2: ['area', '0.0001'],
  m2: ['area', '1'],
  ha: ['area', '10000'],
  km2: ['area', '1000000'],
  s: ['time', '1'],
  min: ['time', '60'],
  h: ['time', '3600'],
  d: ['time', '86400'],
  J: ['energy', '1'],
  kJ: ['energy', '1000'],
  kWh: ['energy', '3600000'],
  kcal: ['energy', '4184'],
} as const
type Unit = keyof typeof units
const unit = z.enum(Object.keys(units) as [Unit, ...Unit[]])

export const unitConvert = defineTransformer({
  key: 'unit_convert',
  group: 'number',
  icon: 'IconRulerMeasure',
  takes: ['decimal'],
  options: z
    .strictObject({ from: unit.default('g'), to: unit.default('kg'), decimals: z.int().min(0).max(30).default(10) })
    .refine(({ from, to }) => units[from][0] === units[to][0], { path: ['to'] }),
  gives: 'decimal',
  apply: ({ from, to, decimals }) => {
    const [factor, divisor] = [new Exact(units[from][1]), new Exact(units[to][1])]
    return (number) => quotient(number.times(factor), divisor, { on_zero: 'reject', decimals })
  },
  labels: {
    title: { en: 'Convert units', de: 'Einheiten umrechnen' },
    help: {
      en: 'Converts between units of the same kind: mass, length, volume, area, time or energy.',
      de: 'Rechnet zwischen Einheiten derselben Art um: Masse, Länge, Volumen, Fläche, Zeit oder Energie.',
    },
    fields: {
      from: { en: 'From', de: 'Von' },
      to: { en: 'To', de: 'In' },
      decimals: { en: 'Decimal places at most', de: 'Höchstens Nachkommastellen' },
    },
  },
  examples: [
    { takes: [1250], gives: '1.25' },
    { takes: [1], options: { from: 'in', to: 'cm' }, gives: '2.54' },
    { takes: [10], options: { from: 'km', to: 'mi', decimals: 4 }, gives: '6.2137' },
  ],
})
