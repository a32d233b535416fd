import { flushCompileCache } from 'node:module'
import { extensionSettings } from '@weft/catalogue/resources/setting/extensions.ts'
import { copyHistories } from '@weft/engine/history/copy.server.ts'
import { dropLeft, resumeMoves } from '@weft/engine/moves/move.server.ts'
import { watchServers } from '@weft/engine/provisioning/database-servers/health.server.ts'
import { removeDue } from '@weft/engine/provisioning/removal.server.ts'
import { resumeInterrupted } from '@weft/engine/provisioning/run.server.ts'
import { openSftpGateway } from '@weft/engine/storage/sftp/gateway.server.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { exitOnUncaught } from '@weft/kit/process/crash-exit.server.ts'
import { stopAccepting } from '@weft/kit/process/stop-accepting.server.ts'
import { seedDemo } from './demo/seed.ts'
import { openContext } from './open-context.ts'
import { startAgents } from './http/agents.ts'
import { startRealtime } from './http/realtime.ts'
import { inviteFirst } from './features/tenants/provisioning-routes.ts'
import { createServer } from './server.ts'

let drain = async () => {}
exitOnUncaught({ drain: () => drain() })

// The supervisor starts this process early, and says where the database is once that stands.
const { WEFT_HOME: home, WEFT_DEMO: demo, PORT: port, HOST: host } = environment()
const leave = () => process.exit()
process.once('disconnect', leave)
const app_url = await new Promise<string>((resolve) =>
  process.once('message', (told) => resolve((told as { app_url: string }).app_url)),
)
process.off('disconnect', leave)
const { context, first, close } = await openContext({ home, app_url, demo })
const app = await createServer(context)
context.isolation.warm()
const realtime = startRealtime(app.server, context)
const agents = startAgents(app.server, context, app_url)
const extensions = settingsReader(context.db, extensionSettings)
const sftp = await openSftpGateway({
  db: context.db,
  home,
  storages: context.storages,
  port: context.sftp.port,
  host,
  throttling: context.security,
  heard: (state) => Object.assign(context.sftp, state),
  isOpen: async () => (await extensions()).sftp,
})
drain = () => Promise.all([stopAccepting(app.server), realtime.close(), agents.close(), sftp.close()]).then(close)
await app.listen({ port, host })
// The first administrator's password is said once, here; the supervisor prints it.
flushCompileCache()
process.send?.({ ready: true, first, demo: context.demo_sign_ins })

const resumed = resumeInterrupted(context.provisioning)
  .then((ids) => Promise.all(ids.map((id) => inviteFirst(context, id))))
  .catch((error: unknown) => app.log.error({ err: error }, 'interrupted setups'))
const resume = () =>
  void resumeMoves(context.provisioning).catch((error: unknown) => app.log.error({ err: error }, 'interrupted moves'))
resume()
const resuming = setInterval(resume, 60_000).unref()
const copying = setInterval(
  () =>
    void copyHistories(context.db, home).catch((error: unknown) =>
      app.log.error({ err: error }, 'copies of histories'),
    ),
  60_000,
).unref()
const watching = watchServers(context.db, context.key)
const removal = setInterval(() => {
  void removeDue(context.provisioning).catch((error: unknown) => app.log.error({ err: error }, 'removal of accounts'))
  void dropLeft(context.provisioning).catch((error: unknown) => app.log.error({ err: error }, 'databases left behind'))
}, 3_600_000).unref()

// An account whose setup was interrupted belongs to the demo as well, so that is finished first.
if (context.demo)
  void resumed
    .then(() => seedDemo(app, context, (sign_ins) => process.send?.({ demo: sign_ins })))
    .catch((error: unknown) => app.log.error({ err: error }, 'the demo could not be made'))

async function stop() {
  clearInterval(removal)
  clearInterval(resuming)
  clearInterval(copying)
  await watching.stop()
  await realtime.close()
  await agents.close()
  await sftp.close()
  await app.close()
  await close()
  process.exit(0)
}
process.once('SIGTERM', stop).once('SIGINT', stop)
process.once('disconnect', stop)
