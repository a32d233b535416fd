import { computeDataSetFields } from '@weft/engine/data-sets/formulas/formula-tasks.ts'
import type { ComputeFields } from '@weft/engine/data-sets/formulas/computed-later.ts'
import type { AppContext } from '../../context.ts'

/** What data sets are asked with: fields that no database computes are computed in a process of their own. */
export function dataSetGround({ db, databases, isolation }: AppContext<'databases' | 'db' | 'isolation'>) {
  const compute: ComputeFields = async (owner, work) =>
    (await isolation.run(computeDataSetFields, work, { owner })).value
  return { db, databases, compute }
}
