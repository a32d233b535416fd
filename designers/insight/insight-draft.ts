import type { ChartTheme, ChartType, InsightDefinition } from '@weft/kit/define/insight.ts'

/** An insight as it is edited. */
export type InsightDraft = { label: string; chart_type: ChartType; theme: ChartTheme; definition: InsightDefinition }
