// A process that dies while it provisions. Arguments: place as JSON, run id, where to die: `after:<step>` when the step has done its
// work but nothing says so yet, or `query:<n>` shortly after the n-th statement was sent to any database.
import { testKeys } from '@weft/kit/testing/database.ts'
import { die, dieAfter } from '../../testing/killed.ts'
import { runAll } from '../run.server.ts'
import { steps } from '../steps.server.ts'
import { depsAt } from './deps.ts'

const [place, run_id, where] = process.argv.slice(2) as [string, string, string]
const [kind, what] = where.split(':') as [string, string]

if (kind === 'after') {
  const index = steps.findIndex((step) => step.key === what)
  const step = steps[index]!
  steps[index] = {
    ...step,
    async run(work) {
      await step.run(work)
      die()
    },
  }
} else dieAfter(Number(what))

const parsed = JSON.parse(place) as { app_url: string; home: string }
const deps = depsAt({ ...parsed, key: testKeys() })
await runAll(deps, run_id)
await deps.close()
