import type { ChartTheme } from '@weft/kit/define/insight.ts'
import { Chart } from '@weft/kit/ui/chart.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import s from './insight.module.css'
import { themeTones, type insightSpec } from '@weft/kit/ui/insight-spec.ts'

/** Shares of a whole, with each beside its name. */
export function RoundChart({
  label,
  spec,
  theme,
  legend,
  onPick,
}: {
  label: string
  spec: ReturnType<typeof insightSpec>
  theme: ChartTheme
  legend: boolean
  onPick: (at: { at: number; series: number }) => void
}) {
  const { compact, percent } = useFormats()
  const values = spec.series[0]?.data ?? []
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const tones = themeTones[theme]
  return (
    <div className={s['round']} data-legend={legend || undefined}>
      <div className={s['ring']}>
        <Chart spec={spec} label={label} small onPick={onPick} />
        {spec.type === 'donut' && (
          <div className={s['middle']}>
            <b>{compact(total)}</b>
            <small>{spec.y.unit}</small>
          </div>
        )}
      </div>
      {legend && (
        <ul className={s['share']} tabIndex={0} aria-label={label}>
          {spec.x.labels.map((name, i) => (
            <li key={`${name} ${i}`} style={toneStyle(tones[i % tones.length]!)}>
              <i aria-hidden />
              <span>{name}</span>
              <b>{compact(values[i] ?? 0)}</b>
              <small>{percent(total === 0 ? 0 : (values[i] ?? 0) / total)}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
