import type { Isolation } from '../../isolation/isolation.server.ts'
import type { ComputeFields } from './computed-later.ts'
import { computeDataSetFields } from './formula-tasks.ts'

/** Computes what no database does in a process of its own. */
export const computeIsolated =
  (isolation: Pick<Isolation, 'run'>): ComputeFields =>
  async (owner, work) =>
    (await isolation.run(computeDataSetFields, work, { owner })).value
