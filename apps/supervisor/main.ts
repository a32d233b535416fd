import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isListed } from '@weft/kit/define/ip-range.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { assignSetting } from '@weft/kit/env/environment.server.ts'
import { refusedStartCode, StartRefused } from '@weft/kit/errors/start-refused.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { crashed, exitOnUncaught } from '@weft/kit/process/crash-exit.server.ts'
import { openControlDatabase } from './control-database.ts'
import { lockHome } from './home-lock.ts'
import { keepAlive } from './kept-alive.ts'
import { resealAtStart } from './reseal-at-start.ts'
import { runJobs, type JobProcesses } from './run-jobs.ts'
import { buildWeb } from './web-files.ts'

// `npm start`: the database and the pages, then the server, then the workers; stopped in the opposite order.
process.on('uncaughtException', refuse)
const { WEFT_HOME: home, PORT: port, HOST: host, DATABASE_URL } = environmentAtStart()
// A home with a database in it belongs to one machine; one beside a database of its own may be shared by machines.
const lock = await lockHome(home, DATABASE_URL ? `supervisor.${hostname()}.lock` : 'supervisor.lock')
// Names this process among all that ever ran here: what it holds in the database is known from what an earlier one has left there.
assignSetting('WEFT_INSTANCE', randomBytes(6).toString('hex'))
const keys = openKeyring(home)

// The server loads while the database starts, and begins when it is told where that is.
let serves = () => {}
const serving = new Promise<void>((resolve) => (serves = resolve))
const server = keepAlive({
  file: path.resolve(import.meta.dirname, '../server/main.ts'),
  env: { WEFT_HOME: home },
  said: (message) => welcome(message as Parameters<typeof welcome>[0]),
})

type SignIn = { email: string; password: string; about: string }
let welcomed = false
function welcome({ ready, first, demo }: { ready?: boolean; first?: SignIn; demo?: SignIn[] }) {
  if (first) console.log(`\nThe first administrator, said only this once:\n  ${first.email}   ${first.password}`)
  if (ready && !welcomed) console.log(`\nWeft is ready: ${whereToOpen(host, port)}`)
  if (ready) welcomed = true
  if (ready) serves()
  for (const { email, password, about } of demo ?? [])
    console.log(`  ${about.padEnd(16)} ${email.padEnd(36)} ${password}`)
}

/** Where the pages are, and how somebody elsewhere gets to them. */
function whereToOpen(host: string, port: number): string {
  if (isListed(host, ['0.0.0.0', '::']))
    return `http://localhost:${port}\n  It listens on all addresses of this machine (HOST=${host}).`
  if (host !== 'localhost' && !isListed(host, ['127.0.0.0/8', '::1']))
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `http://localhost:${port}\n  It listens on ${host}, for this machine only. To open it to others, start it with HOST=0.0.0.0, behind a proxy that speaks HTTPS.`
}

const [database] = await Promise.all([openControlDatabase(home, keys), buildWeb()])
if (database.migrated.length > 0) console.log(`Database brought up to date: ${database.migrated.length} migrations.`)
server.tell({ app_url: database.app_url })
const resealing = resealAtStart(database.app_url, keys)

let jobs: JobProcesses | undefined
let stopping = false
async function shutDown() {
  stopping = true
  // Workers finish their batches and the journal is written before the database goes.
  await Promise.all([resealing.stop(), server.stop(10_000), Promise.race([jobs?.drain(), sleep(60_000)])])
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

// Workers take a processor each while they load: whoever opens the page comes first, and jobs soon after in any case.
await Promise.race([serving, sleep(5_000)])
jobs = await runJobs({ home, app_url: database.app_url })

/** Whoever keeps this process running need not start it again when it refuses: nothing would change. */
function refuse(error: unknown) {
  if (error instanceof StartRefused) console.error(error.message)
  else log.fatal({ err: error }, 'the supervisor cannot go on')
  process.exit(error instanceof StartRefused ? refusedStartCode : 1)
}
