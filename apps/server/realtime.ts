import type { Server as HttpServer } from 'node:http'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { listen } from '@weft/kit/database/listen.server.ts'
import { channel, type Audience, type SilentEvent } from '@weft/kit/realtime/tell.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { Server } from 'socket.io'
import { ownScope } from './auth/guard.ts'
import { enter } from './auth/sessions.ts'

/**
 * Live events: every user has a room named after his uuid and hears `silent` there. Events reach each server process through
 * LISTEN, so several servers need no broker. Watching a topic puts the user's socket on its list, if he may see the thing.
 */
export function startRealtime(http: HttpServer, db: Database, url: string) {
  const io = new Server(http, { path: '/socket', serveClient: false, cors: { origin: false } })

  io.use(async (socket, next) => {
    const entered = await enter(db, String(socket.handshake.auth['token'] ?? '')).catch(() => undefined)
    if (!entered) return next(new Error('UNAUTHENTICATED'))
    socket.data = entered.caller
    next()
  })
  io.on('connection', (socket) => {
    const caller = socket.data as Caller
    void socket.join(caller.id)
    socket.on('watch', async (topic: unknown, done?: (ok: boolean) => void) => {
      const allowed = typeof topic === 'string' && (await mayWatch(db, caller, topic).catch(() => false))
      if (allowed) await socket.join(`topic ${topic}`)
      done?.(allowed)
    })
    socket.on('unwatch', (topic: unknown) => void socket.leave(`topic ${String(topic)}`))
  })

  const deliver = ({ to, event }: { to: Audience; event: SilentEvent }) => {
    const rooms = 'topic' in to ? [`topic ${to.topic}`] : to.users
    if (rooms.length > 0) io.to(rooms).emit('silent', 'topic' in to ? { ...event, topic: to.topic } : event)
  }
  const listener = listen(url, { [channel]: (payload) => deliver(JSON.parse(payload)) }, { application: 'weft realtime' })
  return {
    async close() {
      await listener.stop()
      await io.close()
    },
  }
}

/** Which tenant a job belongs to is the engine's knowledge; whether the caller sees that tenant, and so its jobs, is his own. */
export async function mayWatch(db: Database, caller: Caller, topic: string): Promise<boolean> {
  const [, kind, id] = /^(job|provisioning):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(topic) ?? []
  if (!kind || !id) return false
  if (kind === 'provisioning') return Boolean(await inScope(db, ownScope(caller), (trx) => trx.selectFrom('provisioning_runs').select('id').where('id', '=', id).executeTakeFirst()))
  const job = await inScope(db, systemScope, (trx) => trx.selectFrom('jobs').select('tenant_id').where('id', '=', id).executeTakeFirst())
  return job !== undefined && Boolean(await inScope(db, ownScope(caller), (trx) => trx.selectFrom('tenants').select('id').where('id', '=', job.tenant_id).executeTakeFirst()))
}
