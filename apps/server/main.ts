import { flushCompileCache } from 'node:module'
import { extensionSettings } from '@weft/catalogue/resources/setting/extensions.ts'
import { whenReleased } from '@weft/engine/backup/hold.server.ts'
import { watchServers } from '@weft/engine/provisioning/database-servers/health.server.ts'
import { openSftpGateway } from '@weft/engine/storage/sftp/gateway.server.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { exitOnUncaught } from '@weft/kit/process/crash-exit.server.ts'
import { stopAccepting } from '@weft/kit/process/stop-accepting.server.ts'
import { openContext } from './open-context.ts'
import { startAgents } from './http/agents.ts'
import { startRealtime } from './http/realtime.ts'
import { createServer } from './server.ts'
import { startUpkeep } from './upkeep.ts'

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
// Whoever is signed in may look at a file or a mapping at any moment.
app.server.on('request', ({ headers }) => {
  if (headers.authorization) context.isolation.warm()
})
const realtime = startRealtime(app.server, context)
const agents = startAgents(app.server, context, app_url)
const extensions = settingsReader(context.db, extensionSettings)
const sftp = await openSftpGateway({
  db: context.db,
  key: context.key,
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

const watching = watchServers(context.db, context.key)
// What goes on by itself may change or remove something elsewhere: it waits as jobs do while a restored installation is held.
const stopping = new AbortController()
const upkeep = whenReleased(context.db, { signal: stopping.signal }).then((released) =>
  released ? startUpkeep(app, context) : undefined,
)

async function stop() {
  stopping.abort()
  ;(await upkeep)?.stop()
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
