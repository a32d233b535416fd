import { openReadiness } from '@weft/engine/queue/readiness.server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import type { Environment } from '@weft/kit/env/environment.server.ts'
import { createApp } from '@weft/kit/http/app.server.ts'
import { serveHealth } from '@weft/kit/http/health.server.ts'
import { serveMetrics } from '@weft/kit/http/metrics.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { version } from '@weft/kit/version.server.ts'
import { machineName } from './machine-name.ts'

/** All that a process without the API answers: whether it lives, whether this machine can claim jobs, and its figures. */
export async function serveWorkerHealth({
  WEFT_HOME: home,
  WEFT_LOG,
  HOST,
  PORT,
  app_url,
}: Environment & { app_url: string }): Promise<{ close(): Promise<void> }> {
  const pool = openPool(app_url, { max: 2, application: 'weft health' })
  const app = await createApp({ version, logLevel: WEFT_LOG, docs: async () => false })
  serveMetrics(app, openDatabase(pool))
  serveHealth(
    app,
    openReadiness({
      app_url,
      keys: openKeyring(home),
      machine: machineName(home),
      needsJobs: true,
      told: () => ({}),
    }),
  )
  await app.listen({ port: PORT, host: HOST })
  return {
    async close() {
      await app.close()
      await pool.end()
    },
  }
}
