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
    close() {
      observer.disconnect()
      chart.dispose()
    },
  }
}
