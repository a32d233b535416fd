import { useEffect, useRef, useState } from 'react'
import { chartOption, readInk, type ChartSpec } from './chart-option.ts'
import type { openChart } from './echarts.ts'
import { useLanguage } from './language.ts'
import { useScheme } from './scheme.ts'

export { chartTypes, sliceTones, type ChartSeries, type ChartSpec, type ChartType } from './chart-option.ts'

/** A chart filling its parent, in the colours of the scheme; the library is loaded when first shown. */
export function Chart({ spec, label, small }: { spec: ChartSpec; label: string; small?: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<ReturnType<typeof openChart>>()
  const scheme = useScheme()
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
    const frame = requestAnimationFrame(() => chart?.draw(chartOption(spec, readInk(language), small)))
    return () => cancelAnimationFrame(frame)
  }, [chart, spec, scheme, language, small])
  return <div ref={place} role="img" aria-label={label} style={{ width: '100%', height: '100%', minHeight: 40 }} />
}
