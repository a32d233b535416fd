import { computeIsolated } from '@weft/engine/data-sets/formulas/compute-isolated.server.ts'
import type { AppContext } from '../../context.ts'

/** What data sets are asked with. */
export const dataSetGround = ({ db, databases, isolation }: AppContext<'databases' | 'db' | 'isolation'>) => ({
  db,
  databases,
  compute: computeIsolated(isolation),
})
