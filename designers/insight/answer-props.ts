import type { ChartTheme, ChartType, InsightAnswer, InsightDefinition } from '@weft/kit/define/insight.ts'
import type { Picked } from '@weft/kit/ui/insight-spec.ts'

export type ShownInsight = { chart_type: ChartType; theme: ChartTheme; definition: InsightDefinition }
export type AnswerProps = {
  label: string
  insight: ShownInsight
  answer: InsightAnswer
  /** Somebody wants to see what lies behind a place. */
  onPick?: ((picked: Picked) => void) | undefined
}
