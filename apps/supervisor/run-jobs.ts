import { availableParallelism, hostname } from 'node:os'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { jobSettings } from '@weft/catalogue/resources/setting/jobs.ts'
import { retentionSettings } from '@weft/catalogue/resources/setting/retention.ts'
import { openMailer } from '@weft/engine/connections/mail.server.ts'
import { openAcceptor } from '@weft/engine/jobs/accept.server.ts'
import { startArchivist } from '@weft/engine/jobs/archive-logs.server.ts'
import { openBoss } from '@weft/engine/jobs/boss.server.ts'
import { startDispatcher } from '@weft/engine/jobs/dispatcher.server.ts'
import { startMailNotices } from '@weft/engine/jobs/mail-notices.server.ts'
import { startTicker } from '@weft/engine/jobs/ticker.server.ts'
import { startTidier } from '@weft/engine/jobs/tidy.server.ts'
import { openWorkers } from '@weft/engine/jobs/workers.server.ts'
import { answerAnnouncements } from '@weft/engine/provisioning/daemon.server.ts'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { secretKey } from '@weft/kit/secrets/secrets.server.ts'

export type JobRunner = {
  /** The pids of the worker processes. */
  workers(): number[]
  /** Claims nothing more, lets workers finish their batches, gives the rest back. */
  drain(): Promise<void>
}

/** This machine's part of the job engine: the dispatcher, its workers, and the clock that starts schedules. */
export async function runJobs({ home, app_url, spare = Number(process.env['WEFT_WORKERS'] ?? 2) }: { home: string; app_url: string; spare?: number }): Promise<JobRunner> {
  const machine = `${hostname()} ${createHash('sha256').update(path.resolve(home)).digest('hex').slice(0, 8)}`
  const pool = openPool(app_url, { max: 6, application: 'weft dispatcher', level: 'system' })
  const boss = await openBoss(app_url, { maintain: true })
  const workers = openWorkers({ file: path.resolve(import.meta.dirname, '../worker/main.ts'), env: { WEFT_HOME: home, WEFT_APP_URL: app_url, WEFT_MACHINE: machine }, spare })
  const dispatcher = await startDispatcher({ url: app_url, pool, boss, workers, machine, most: Math.max(8, 4 * availableParallelism()) })
  const ticker = startTicker(pool, openAcceptor(pool, boss))
  const db = openDatabase(pool)
  const mailer = openMailer(db, secretKey(home))
  const notices = startMailNotices(pool, mailer)
  const tidier = startTidier(pool, home, async () => (await inScope(db, systemScope, (trx) => readSettings(trx, jobSettings))).files_days)
  const archivist = startArchivist(pool, home, () => inScope(db, systemScope, (trx) => readSettings(trx, retentionSettings)))
  const announcements = await answerAnnouncements(app_url, `${machine} ${process.pid}`, async () => dispatcher.nudge())
  return {
    workers: () => workers.pids(),
    async drain() {
      await ticker.stop()
      await notices.stop()
      mailer.close()
      await tidier.stop()
      await archivist.stop()
      await dispatcher.drain()
      await workers.stop()
      await announcements.close()
      await boss.stop()
      await pool.end()
    },
  }
}
