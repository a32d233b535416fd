import { flushCompileCache } from 'node:module'
import { extensionSettings } from '@weft/catalogue/resources/setting/extensions.ts'
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
import { openHouse } from './open-house.ts'
import { startRealtime } from './realtime.ts'
import { inviteFirst } from './routes/provisioning-runs.ts'
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
const { house, first, close } = await openHouse({ home, app_url, demo })
const app = await createServer(house)
house.isolation.warm()
const realtime = startRealtime(app.server, house.db, app_url)
const extensions = settingsReader(house.db, extensionSettings)
const sftp = await openSftpGateway({
  db: house.db,
  home,
  storages: house.storages,
  port: house.sftp.port,
  host,
  throttling: house.security,
  heard: (state) => Object.assign(house.sftp, state),
  isOpen: async () => (await extensions()).sftp,
})
drain = () => Promise.all([stopAccepting(app.server), realtime.close(), sftp.close()]).then(close)
await app.listen({ port, host })
// The first administrator's password is said once, here; the supervisor prints it.
flushCompileCache()
process.send?.({ ready: true, first, demo: house.demo_sign_ins })

void resumeInterrupted(house.provisioning)
  .then((ids) => Promise.all(ids.map((id) => inviteFirst(house, id))))
  .catch((error: unknown) => app.log.error({ err: error }, 'interrupted setups'))
const resume = () =>
  void resumeMoves(house.provisioning).catch((error: unknown) => app.log.error({ err: error }, 'interrupted moves'))
resume()
const resuming = setInterval(resume, 60_000).unref()
const watching = watchServers(house.db, house.key)
const removal = setInterval(() => {
  void removeDue(house.provisioning).catch((error: unknown) => app.log.error({ err: error }, 'removal of accounts'))
  void dropLeft(house.provisioning).catch((error: unknown) => app.log.error({ err: error }, 'databases left behind'))
}, 3_600_000).unref()

if (house.demo)
  seedDemo(app, house).then(
    (sign_ins) => sign_ins && process.send?.({ demo: sign_ins }),
    (error: unknown) => app.log.error({ err: error }, 'the demo could not be made'),
  )

async function stop() {
  clearInterval(removal)
  clearInterval(resuming)
  await watching.stop()
  await realtime.close()
  await sftp.close()
  await app.close()
  await close()
  process.exit(0)
}
process.once('SIGTERM', stop).once('SIGINT', stop)
process.once('disconnect', stop)
