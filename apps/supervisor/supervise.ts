import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFileStore } from '@weft/engine/file-store/open-file-store.server.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { assignSetting } from '@weft/kit/env/environment.server.ts'
import { refusedStartCode, StartRefused } from '@weft/kit/errors/start-refused.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { crashed, exitOnUncaught } from '@weft/kit/process/crash-exit.server.ts'
import { openControlDatabase } from './control-database.ts'
import { settleFiles } from './settle-files.ts'
import { openHold } from './hold.ts'
import { keepApi } from './keep-api.ts'
import { resealAtStart } from './reseal-at-start.ts'
import { lockRole, refuseRoleWithoutDatabase, runs } from './role.ts'
import type { JobProcesses } from './run-jobs.ts'

/** The database and the pages, then the server, then the workers; stopped in the opposite order. WEFT_ROLE says which of them. */
export async function supervise({ buildPages }: { buildPages(): Promise<unknown> }): Promise<void> {
  process.on('uncaughtException', refuse)
  const settings = environmentAtStart()
  const { WEFT_HOME: home, WEFT_ROLE: role } = settings
  refuseRoleWithoutDatabase(settings)
  const fileStore = openFileStore(settings)
  const lock = await lockRole(settings)
  // Names this process among all that ever ran here: what it holds in the database is known from what an earlier one has left there.
  assignSetting('WEFT_INSTANCE', randomBytes(6).toString('hex'))
  const keys = openKeyring(home)
  const api = runs(role, 'api') ? keepApi(settings) : undefined

  const [database] = await Promise.all([openControlDatabase(home, keys), api && buildPages()])
  if (database.migrated.length > 0) console.log(`Database brought up to date: ${database.migrated.length} migrations.`)
  await settleFiles(database.app_url, fileStore, settings).catch(async (error: unknown) => {
    await database.stop()
    throw error
  })
  api?.tell({ app_url: database.app_url })
  const resealing = resealAtStart(database.app_url, keys)

  const hold = openHold(database.app_url, () =>
    console.log(
      '\nThis installation was restored from a backup and is held: schedules and jobs wait until an administrator releases it, in Administration > Settings > System settings > Queues.',
    ),
  )
  let jobs: JobProcesses | undefined
  let health: { close(): Promise<void> } | undefined
  let stopping = false
  async function shutDown() {
    stopping = true
    // Workers finish their batches and the journal is written before the database goes.
    await Promise.all([hold.stop(), resealing.stop(), api?.stop(10_000), Promise.race([jobs?.drain(), sleep(60_000)])])
    await health?.close()
    await database.stop()
    lock.release()
  }
  async function stop() {
    if (stopping) return
    await shutDown()
    process.exit(process.exitCode === crashed ? crashed : 0)
  }
  process.off('uncaughtException', refuse)
  exitOnUncaught({ drain: shutDown, grace_ms: 70_000 })
  process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop)

  // Each role loads only what it runs: the job engine takes 40 MB, the health of a worker, which the API has in its server, 20.
  if (role === 'worker') {
    const { serveWorkerHealth } = await import('./worker-health.ts')
    health = await serveWorkerHealth({ ...settings, app_url: database.app_url })
  }
  // Workers take a processor each while they load: whoever opens the page comes first, and jobs soon after in any case.
  if (api) await Promise.race([api.serving, sleep(5_000)])
  if (runs(role, 'worker') && (await hold.released)) {
    const { runJobs } = await import('./run-jobs.ts')
    jobs = await runJobs({ home, app_url: database.app_url })
  }
  if (role === 'worker')
    console.log(`\nWeft works on jobs here; PORT=${settings.PORT} answers /livez, /readyz and /metrics.`)
}

/** Whoever keeps this process running need not start it again when it refuses: nothing would change. */
function refuse(error: unknown) {
  if (error instanceof StartRefused) console.error(error.message)
  else log.fatal({ err: error }, 'the supervisor cannot go on')
  process.exit(error instanceof StartRefused ? refusedStartCode : 1)
}
