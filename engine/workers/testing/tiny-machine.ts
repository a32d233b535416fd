import path from 'node:path'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { startDispatcher } from '../dispatcher.server.ts'
import { openWorkers } from '../workers.server.ts'

// A machine in a process of its own, which a test can freeze or kill: says the pids of its workers.
const url = process.env['WEFT_APP_URL']!
const pool = openPool(url, { max: 6, level: 'system' })
const workers = openWorkers({ file: path.resolve(import.meta.dirname, 'tiny-worker.ts'), env: {}, spare: 1, usual: 64 })
await startDispatcher({
  url,
  pool,
  workers,
  machine: process.env['WEFT_MACHINE']!,
  instance: process.env['WEFT_INSTANCE']!,
  most: 4,
  sweep_ms: 200,
  lost_ms: Number(process.env['WEFT_TEST_LOST_MS'] ?? 60_000),
})
setInterval(() => process.send?.({ workers: workers.pids() }), 100)
process.once('disconnect', () => process.exit(0))
