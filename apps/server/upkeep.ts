import { copyHistories } from '@weft/engine/history/copy.server.ts'
import { dropLeft, resumeMoves } from '@weft/engine/moves/move.server.ts'
import { removeDue } from '@weft/engine/provisioning/removal.server.ts'
import { resumeInterrupted } from '@weft/engine/provisioning/run.server.ts'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from './context.ts'
import { seedDemo } from './demo/seed.ts'
import { inviteFirst } from './features/tenants/provisioning-routes.ts'

/** Goes on with what was interrupted, and does every so often what the server does by itself. */
export function startUpkeep(app: FastifyInstance, context: AppContext): { stop(): void } {
  const failed = (what: string) => (error: unknown) => app.log.error({ err: error }, what)
  const resumed = resumeInterrupted(context.provisioning)
    .then((ids) => Promise.all(ids.map((id) => inviteFirst(context, id))))
    .catch(failed('interrupted setups'))
  const resume = () => void resumeMoves(context.provisioning).catch(failed('interrupted moves'))
  resume()
  const intervals = [
    setInterval(resume, 60_000),
    // Where machines share no folder a copy would be on one of them only; the history itself is in the database.
    ...(context.fileStore.folderOf
      ? [setInterval(() => void copyHistories(context.db, context.home).catch(failed('copies of histories')), 60_000)]
      : []),
    setInterval(() => {
      void removeDue(context.provisioning).catch(failed('removal of accounts'))
      void dropLeft(context.provisioning).catch(failed('databases left behind'))
    }, 3_600_000),
  ]
  for (const interval of intervals) interval.unref()
  // An account whose setup was interrupted belongs to the demo as well, so that is finished first.
  if (context.demo)
    void resumed
      .then(() => seedDemo(app, context, (sign_ins) => process.send?.({ demo: sign_ins })))
      .catch(failed('the demo could not be made'))
  return { stop: () => intervals.forEach((interval) => clearInterval(interval)) }
}
