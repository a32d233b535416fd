import { uuidPattern } from '@weft/kit/define/uuid.ts'
import type { Server as HttpServer } from 'node:http'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { callerAddress } from '@weft/kit/http/caller-address.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { guarded } from '@weft/kit/process/guarded.server.ts'
import { type announcement, clientEvents, hello } from '@weft/kit/realtime/events.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import type { AppContext } from '../context.ts'
import { admit, answerEvents } from './answer-events.ts'
import { ownScope } from '../auth/guard.ts'
import { resolveSession, livingSessions } from '../auth/sessions.ts'
import { isInside } from '../auth/support-access.ts'

/** Browsers say little; what is larger ends their connection before it is read. */
const largestMessage = 16 * 1024

/**
 * Live events: every user has a room named after their uuid and hears `silent` there. Events reach each server process
 * through LISTEN, so several servers need no broker. Watching a topic puts the user's socket on its list, if they may
 * see the thing.
 */
export function startRealtime(
  http: HttpServer,
  { db, announcements }: AppContext<'db' | 'announcements'>,
  { look_every = 30_000 } = {},
) {
  const io = new Server(http, {
    path: '/socket',
    serveClient: false,
    cors: { origin: false },
    maxHttpBufferSize: largestMessage,
    // Other sockets have their own doors, which may take longer to answer; see upgrades.ts.
    destroyUpgrade: false,
  })

  io.use(
    admit(async (socket) => {
      const said = hello.safeParse(socket.handshake.auth)
      const session = said.success
        ? await resolveSession(db, said.data.token, { address: addressOf(socket) })
        : undefined
      if (session) socket.data = { caller: session.caller, token: said.data!.token }
      return Boolean(session)
    }),
  )
  io.on(
    'connection',
    guarded('socket opened', (socket: Socket) => {
      const { caller, token } = socket.data as { caller: Caller; token: string }
      void socket.join(caller.id)
      answerEvents(socket, clientEvents, {
        async watch(topic) {
          const now = await resolveSession(db, token, { address: addressOf(socket) })
          const allowed = now !== undefined && (await mayWatch(db, now.caller, topic))
          if (allowed) await socket.join(`topic ${topic}`)
          return allowed
        },
        async unwatch(topic) {
          await socket.leave(`topic ${topic}`)
          return true
        },
      })
    }),
  )

  const deliver = ({ to, event }: z.output<typeof announcement>) => {
    const rooms = 'topic' in to ? [`topic ${to.topic}`] : to.users
    if (rooms.length > 0) io.to(rooms).emit('silent', 'topic' in to ? { ...event, topic: to.topic } : event)
  }
  // Whoever was signed out elsewhere hears nothing more; being looked at is no use of a session.
  const looking = setInterval(() => {
    const sockets = [...io.sockets.sockets.values()]
    const sessionOf = (socket: Socket) => (socket.data as { caller: Caller }).caller.session_id
    void livingSessions(db, sockets.map(sessionOf))
      .then((living) => {
        for (const socket of sockets) if (!living.has(sessionOf(socket))) socket.disconnect(true)
      })
      .catch(ignore('the database is away: sessions of sockets are looked at again'))
  }, look_every).unref()

  const deaf = announcements.hear({ silent: deliver })
  return {
    async close() {
      clearInterval(looking)
      deaf()
      await io.close()
    },
  }
}

const oneRun = new RegExp(`^(job|provisioning|move|project):(${uuidPattern})$`)
/** What of it one has to be allowed to see. */
const subjects = { job: 'jobs', project: 'projects', provisioning: 'tenants', move: 'tenants' } as const

/**
 * Which tenant a job or project belongs to is the engine's knowledge; whether the caller may see jobs, and is in that tenant, is
 * the caller's own.
 */
export async function mayWatch(db: Database, caller: Caller, topic: string): Promise<boolean> {
  if (topic === 'queues') return can(caller, 'jobs', 'view') // tells only that there is something to look at
  const [, kind, id] = oneRun.exec(topic) ?? []
  if (!kind || !id) return false
  if (!can(caller, subjects[kind as keyof typeof subjects], 'view')) return false
  // Only the provider moves databases between its servers.
  if (kind === 'move') return caller.kind === 'admin'
  if (kind === 'provisioning')
    return Boolean(
      await inScope(db, ownScope(caller), (trx) =>
        trx.selectFrom('provisioning_runs').select('id').where('id', '=', id).executeTakeFirst(),
      ),
    )
  const watched = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom(kind === 'job' ? 'jobs' : 'projects')
      .select('tenant_id')
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!watched || caller.kind === 'client') return watched?.tenant_id === caller.tenant_id
  return isInside(db, caller.id, watched.tenant_id)
}

/** Where a socket comes from, as `request.ip` says it of a call. */
const addressOf = ({ handshake }: Socket) =>
  callerAddress({ headers: handshake.headers, socket: { remoteAddress: handshake.address } })
