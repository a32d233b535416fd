import path from 'node:path'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { ended } from '../../testing/killed.ts'
import type { Place } from './deps.ts'

/** The rows of a run and of its steps. */
export const runRowsIn = (db: Database) => ({
  runRow: (id: string) =>
    inScope(db, systemScope, (trx) =>
      trx.selectFrom('provisioning_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ),
  stepRows: (id: string) =>
    inScope(db, systemScope, (trx) =>
      trx.selectFrom('provisioning_steps').selectAll().where('run_id', '=', id).orderBy('position').execute(),
    ),
})

/** Runs the run in a process of its own, which kills itself there (`after:STEP` or `query:NUMBER`), and answers the signal. */
export const runKilledAt = ({ app_url, home }: Place, run_id: string, where: string) =>
  ended(path.join(import.meta.dirname, 'killed.ts'), JSON.stringify({ app_url, home }), run_id, where)
