import { themeTones } from '@weft/kit/ui/insight-spec.ts'
import { chartThemes, isRound } from '@weft/kit/define/insight.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { drawnTypes, type ChartSpec, type DrawnType } from '@weft/kit/ui/chart-option.ts'
import { z } from 'zod'

const texts = defineMessages({
  month: { en: 'Month', de: 'Monat' },
  orders: { en: 'Orders', de: 'Bestellungen' },
  share: { en: 'Share of returns', de: 'Retourenquote' },
  shop: { en: 'Own shop', de: 'Eigener Shop' },
  market: { en: 'Marketplaces', de: 'Marktplätze' },
  business: { en: 'Business customers', de: 'Geschäftskunden' },
  returns: { en: 'Returns', de: 'Retouren' },
  object: { en: 'This must be a JSON object.', de: 'Das muss ein JSON-Objekt sein.' },
})

// Sample figures, the same for everybody.
const series = [
  { name: 'shop', data: [412, 398, 467, 521, 498, 560, 602, 588, 631, 702, 845, 920] },
  { name: 'market', data: [233, 245, 251, 280, 312, 335, 360, 342, 388, 415, 498, 560] },
  { name: 'business', data: [120, 131, 118, 142, 150, 149, 161, 158, 170, 181, 190, 166] },
] as const
const returns = [4.1, 3.9, 4.4, 4.2, 4.8, 5.1, 4.9, 5.3, 5, 5.6, 6.2, 6.8]

const axes = ['area', 'bar', 'column', 'line', 'custom']
const round = ['pie', 'donut']
const angle = z.int().min(-360).max(360)

const isObject = (text: string) => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** Everything a chart of the product can be told; what does not concern the chosen kind is not asked. */
export const chartOptions = z.strictObject({
  type: z.enum(drawnTypes).default('area'),
  theme: z.enum(chartThemes).default('default'),
  series: onlyWhen('type', axes, z.int().min(1).max(3).default(3)),
  stacking: onlyWhen(
    'type',
    ['area', 'bar', 'column', 'line'],
    z.enum(['none', 'normal', 'percent']).default('normal'),
  ),
  smooth: onlyWhen('type', ['area', 'line', 'custom'], z.boolean().default(true)),
  legend: z.boolean().default(true),
  values: z.boolean().default(false),
  decimals: z.int().min(0).max(3).optional(),
  x_title: onlyWhen('type', axes, z.string().max(100).default('')),
  y_title: onlyWhen('type', axes, z.string().max(100).default('')),
  unit: z.string().max(20).default(''),
  label_angle: onlyWhen('type', axes, z.int().min(-90).max(90).default(0)),
  limit: onlyWhen('type', axes, z.number().optional()),
  start_angle: onlyWhen('type', round, angle.default(90)),
  end_angle: onlyWhen('type', round, angle.default(-270)),
  hole: onlyWhen('type', ['donut'], z.int().min(0).max(85).default(64)),
  option: onlyWhen(
    'type',
    ['custom'],
    z
      .string()
      .max(20_000)
      .default('')
      .refine((text) => text === '' || isObject(text), { params: { say: texts.object() } })
      .meta({ input: 'long_text' }),
  ),
})
export type ChartOptions = z.output<typeof chartOptions>

/** A chart of the sample figures with these options. */
export function sampleSpec(options: ChartOptions, language: Language): ChartSpec {
  const t = (key: keyof typeof texts) => say(texts[key](), language)
  const {
    type,
    theme,
    stacking,
    smooth,
    values,
    decimals,
    x_title,
    y_title,
    unit,
    label_angle,
    limit,
    start_angle,
    end_angle,
    hole,
    option,
  } = options
  const tones = themeTones[theme]
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'utc' })
  const months = Array.from({ length: 12 }, (_, i) => month.format(Date.UTC(2026, i)))
  const shared = { values, ...(decimals !== undefined && { decimals }), y: { title: y_title || t('orders'), unit } }
  if (isRound(type))
    return {
      ...shared,
      type,
      tones,
      start_angle,
      end_angle,
      hole,
      x: { labels: series.map(({ name }) => t(name)) },
      series: [
        { name: t('orders'), tone: tones[0]!, data: series.map(({ data }) => data.reduce((sum, one) => sum + one, 0)) },
      ],
    }
  const drawn = series
    .slice(0, options.series)
    .map(({ name, data }, i) => ({ name: t(name), data: [...data], tone: tones[i]!, draw: 'column' as const }))
  const isCustom = type === 'custom'
  return {
    ...shared,
    type,
    smooth,
    x: { title: x_title || t('month'), labels: months, angle: label_angle },
    ...(limit !== undefined && { limit }),
    stacking: isCustom ? 'none' : stacking,
    series: isCustom
      ? [...drawn, { name: t('returns'), data: returns, tone: tones[3]!, draw: 'line' as const, right: true }]
      : drawn,
    ...(isCustom && { right: { title: t('share'), unit: '%' } }),
    ...(isCustom && option !== '' && isObject(option) && { custom: option }),
  }
}

/** The options a kind is shown with first. */
export const startOf = (type: DrawnType): ChartOptions =>
  chartOptions.parse({
    type,
    ...(type === 'line' && { stacking: 'none' }),
    ...(type === 'bar' && { stacking: 'none', series: 2 }),
  })
