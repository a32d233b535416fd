import { BarChart, LineChart, PieChart } from 'echarts/charts'
import {
  DatasetComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([
  LineChart,
  BarChart,
  PieChart,
  GridComponent,
  TooltipComponent,
  MarkLineComponent,
  LegendComponent,
  DatasetComponent,
  SVGRenderer,
])

/** A chart in an element, drawn as SVG and following its size. */
export function openChart(parent: HTMLElement) {
  const chart = init(parent, null, { renderer: 'svg' })
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(parent)
  return {
    draw: (option: EChartsCoreOption) => chart.setOption(option, true),
    /** Where somebody clicks: which point, of which series. */
    onPick: (pick: (at: { at: number; series: number }) => void) => {
      chart.off('click')
      chart.on('click', ({ dataIndex, seriesIndex }) => pick({ at: dataIndex, series: seriesIndex ?? 0 }))
    },
    close() {
      observer.disconnect()
      chart.dispose()
    },
  }
}

/** The same as SVG without a page, as it is sent by mail. */
export function drawSvg(option: EChartsCoreOption, size: { width: number; height: number }): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption({ ...option, animation: false })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
