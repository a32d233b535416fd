import { implement, type Implementation } from '../isolation/serve.server.ts'
import { mendRecords, mendValues } from './mend-tasks.ts'
import { mended, mendingOf } from './mend.ts'

/** Mending, as isolated tasks. */
export const mendTasks: Implementation[] = [
  implement(mendRecords, ({ mend, records }) => mended(mend, records)),
  implement(mendValues, ({ mend, values }) => {
    if (mend.way === 'as_is') return values.map((value) => ({ value }))
    const become = mendingOf(mend)
    return values.map((value) => become(value) ?? null)
  }),
]
