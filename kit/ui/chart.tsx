import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { chartOption, readInk, type ChartSpec } from './chart-option.ts'
import type { openChart } from './echarts.ts'
import { useFormats } from './format.ts'
import { useLanguage } from './language.ts'
import { useShownScheme } from './scheme.ts'

export type { ChartSpec } from './chart-option.ts'

/** Whether the reader wants nothing to move. */
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

// More rows than that nobody listens to.
const mostRows = 200

/** A chart filling its parent, in the colours of the scheme; the library is loaded when first shown. */
export function Chart({
  spec,
  label,
  small,
  onPick,
}: {
  spec: ChartSpec
  label: string
  small?: boolean
  onPick?: ((at: { at: number; series: number }) => void) | undefined
}) {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<ReturnType<typeof openChart>>()
  const scheme = useShownScheme()
  const language = useLanguage()
  useEffect(() => {
    let opened: ReturnType<typeof openChart> | undefined
    let gone = false
    void import('./echarts.ts').then((library) => {
      if (gone) return
      opened = library.openChart(place.current!)
      setChart(opened)
    })
    return () => {
      gone = true
      opened?.close()
    }
  }, [])
  // A frame later the page has the colours of a scheme just chosen.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      chart?.draw({ ...chartOption(spec, readInk(language), small), animation: !isStill() }),
    )
    return () => cancelAnimationFrame(frame)
  }, [chart, spec, scheme, language, small])
  useEffect(() => {
    if (onPick) chart?.onPick(onPick)
  }, [chart, onPick])
  return (
    <>
      <div ref={place} role="img" aria-label={label} style={{ width: '100%', height: '100%', minHeight: 40 }} />
      {!(spec.type === 'custom' && spec.custom) && spec.x.labels.length <= mostRows && (
        <Figures spec={spec} label={label} />
      )}
    </>
  )
}

/** What the chart shows, for those who cannot see it. */
function Figures({ spec, label }: { spec: ChartSpec; label: string }) {
  const { number } = useFormats()
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <td>{spec.x.title}</td>
            {spec.series.map(({ name }, i) => (
              <th key={i} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spec.x.labels.map((place, row) => (
            <tr key={row}>
              <th scope="row">{place}</th>
              {spec.series.map(({ data }, i) => (
                <td key={i}>{number(data[row] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
