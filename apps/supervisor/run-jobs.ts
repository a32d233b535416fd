import { availableParallelism, hostname } from 'node:os'
import { queueSettings } from '@weft/catalogue/resources/setting/queues.ts'
import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { superviseMachine } from '@weft/engine/workers/supervision.server.ts'
import { answerAnnouncements } from '@weft/engine/provisioning/daemon.server.ts'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { verifyKeyIn } from '@weft/kit/secrets/key-check.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { version } from '@weft/kit/version.server.ts'
import { machineName } from './machine-name.ts'
import { startClocks } from './clocks.ts'
import { startMachine } from './start-machine.ts'

export type JobProcesses = {
  /** The pids of the worker processes. */
  workers(): number[]
  /** Claims nothing more, lets workers finish their batches, gives the rest back. */
  drain(): Promise<void>
}

/** This machine's part of the job engine: the supervisor of the dispatcher and its workers, and the clocks that start what is due. */
export async function runJobs({ home, app_url }: { home: string; app_url: string }): Promise<JobProcesses> {
  const machine = machineName(home)
  const instance = environment().WEFT_INSTANCE ?? crypto.randomUUID()
  const pool = openPool(app_url, { max: 6, application: 'weft dispatcher', level: 'system' })
  const db = openDatabase(pool)
  const key = openKeyring(home)
  await verifyKeyIn(pool, key)
  const databases = openTenantDatabases(db, key)
  const processors = availableParallelism()
  const supervision = await superviseMachine({
    url: app_url,
    pool,
    machine,
    instance,
    host: hostname(),
    version,
    processors,
    start: (configuration) => startMachine(configuration, { home, app_url, pool, machine, instance, databases }),
    async configure() {
      const { places_per_processor, least_places, warm_workers } = await inScope(db, systemScope, (trx) =>
        readSettings(trx, queueSettings),
      )
      return { places: Math.max(least_places, places_per_processor * processors), warm_workers, processors }
    },
  })
  const clocks = startClocks({ home, app_url, pool, db, key, databases })
  const announcements = await answerAnnouncements(
    app_url,
    `${machine.slice(0, 36)} ${instance.slice(0, 12)}`,
    async () => supervision.running()?.nudge?.(),
  )
  return {
    workers: () =>
      supervision
        .running()
        ?.workers()
        .map(({ pid }) => pid) ?? [],
    async drain() {
      // Workers finish their batches whatever else is still under way.
      await Promise.all([supervision.close(), clocks.stop()])
      await databases.close()
      await announcements.close()
      await pool.end()
    },
  }
}
