import type { Element, ElementLimits, LimitLevel } from '@weft/kit/define/element.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'

/** The elements a project's workflows are made of: everything there is, and what of it they may not use. */
export type Offer = { elements: readonly Element[]; off: ElementLimits }

/** What the scope of the transaction may use. */
export async function offerIn(trx: Scoped, elements: readonly Element[]): Promise<Offer> {
  const { rows } = await sql<{ element: string; level: LimitLevel }>`select element, level from weft_elements_off()`.execute(trx)
  return { elements, off: new Map(rows.map(({ element, level }) => [element, level])) }
}
