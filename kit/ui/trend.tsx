import s from './trend.module.css'

/** One bar a day on a scale of its own, a line where nothing was; red only while it rises. What it says stands in its label. */
export function Trend({ values, label, rising }: { values: readonly number[]; label: string; rising?: boolean }) {
  const most = Math.max(1, ...values)
  return (
    <span className={s['trend']} role="img" aria-label={label} title={label} data-rising={rising || undefined}>
      {values.map((value, i) => (
        <i key={i} data-none={value === 0 || undefined} style={{ height: `${Math.max(6, (value / most) * 100)}%` }} />
      ))}
    </span>
  )
}
