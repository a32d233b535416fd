import type { Element, ElementLimits, LimitLevel } from '@weft/kit/define/element.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { elementsIn, pluginsIn, type InstalledPlugin } from '../plugins/installed.server.ts'

/** The elements a project's workflows are made of: everything there is, that of plugins included, and what of it they may not use. */
export type ElementAvailability = {
  elements: readonly Element[]
  off: ElementLimits
  plugins: readonly InstalledPlugin[]
}

/** What the scope of the transaction may use. */
export async function elementAvailability(trx: Scoped, elements: readonly Element[]): Promise<ElementAvailability> {
  const { rows } = await sql<{
    element: string
    level: LimitLevel
  }>`select element, level from weft_elements_off()`.execute(trx)
  const plugins = await pluginsIn(trx)
  const unused = plugins
    .filter(({ enabled }) => !enabled)
    .flatMap((plugin) =>
      elementsIn(plugin).map(({ key }): [string, LimitLevel] => [key, plugin.allowed ? 'project' : 'plugins']),
    )
  return {
    elements: plugins.length > 0 ? [...elements, ...plugins.flatMap(elementsIn)] : elements,
    off: new Map([...unused, ...rows.map(({ element, level }): [string, LimitLevel] => [element, level])]),
    plugins,
  }
}
