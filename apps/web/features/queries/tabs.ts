import type { QueryChart } from '@weft/catalogue/resources/query/query.ts'

/** A query as it is being written, kept by name or not. */
export type QueryTab = {
  id: string
  /** What it is kept as. */
  query_id: string | null
  /** What an unnamed one is called by: its number. */
  number: number
  sql: string
  /** The values of its parameters as JSON. */
  parameters: string
  chart: QueryChart | null
}
export type Tabs = { tabs: QueryTab[]; active: string }

type Kept = { id: string; sql: string; parameters: string; chart: QueryChart | null }
let last = 0
const newId = () => `${Date.now().toString(36)}${(last++).toString(36)}`

export const blankTab = (tabs: readonly QueryTab[], written: Partial<QueryTab> = {}): QueryTab => ({
  id: newId(),
  query_id: null,
  number: 1 + Math.max(0, ...tabs.filter(({ query_id }) => query_id === null).map(({ number }) => number)),
  sql: '',
  parameters: '{}',
  chart: null,
  ...written,
})

export const keptTab = (kept: Kept, tabs: readonly QueryTab[]) =>
  blankTab(tabs, { query_id: kept.id, sql: kept.sql, parameters: kept.parameters, chart: kept.chart })

/** Another tab to the right, in front. */
export const withTab = ({ tabs }: Tabs, tab: QueryTab): Tabs => ({ tabs: [...tabs, tab], active: tab.id })

/** Without a tab; its neighbour comes to the front, and there is always one. */
export function withoutTab({ tabs, active }: Tabs, id: string): Tabs {
  const at = tabs.findIndex((tab) => tab.id === id)
  const left = tabs.filter((tab) => tab.id !== id)
  if (left.length === 0) return withTab({ tabs: [], active: '' }, blankTab([]))
  return { tabs: left, active: active === id ? left[Math.max(0, at - 1)]!.id : active }
}

export const changedTab = (all: Tabs, id: string, change: Partial<QueryTab>): Tabs => ({
  ...all,
  tabs: all.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)),
})

export const isChanged = (tab: QueryTab, kept: Kept | undefined) =>
  kept === undefined
    ? tab.sql.trim() !== ''
    : tab.sql !== kept.sql ||
      tab.parameters !== kept.parameters ||
      JSON.stringify(tab.chart) !== JSON.stringify(kept.chart)
