import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { allowRule } from '@weft/kit/agent/allow.ts'
import { carry } from '@weft/kit/agent/carry.server.ts'
import { agentChannel } from '@weft/kit/agent/channel.ts'
import { largestFrame } from '@weft/kit/agent/frames.server.ts'
import { closings, type Welcome } from '@weft/kit/agent/hello.ts'
import { join, StreamRefused, type Streams } from '@weft/kit/agent/streams.server.ts'
import { agentProtocol, agentVersion } from '@weft/kit/agent/version.ts'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { listen } from '@weft/kit/database/listen.server.ts'
import { codeOf, messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { guarded } from '@weft/kit/process/guarded.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sql } from 'kysely'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { admitAgent, type Admitted } from './admit.server.ts'
import { lineReader, lineSecret } from './line-key.server.ts'
import { lineProtocol } from './line.server.ts'
import { sealedLine } from './sealed-line.server.ts'

/** So often each side hears of the other, and the database of both. */
const beat_ms = 20_000
/** An agent says at once who it is. */
const hello_ms = 10_000

const hello = z.object({
  protocol: z.int(),
  version: z.string().max(20),
  node: z.string().max(40),
  system: z.string().max(60),
  allow: z.array(z.string().max(270).refine(allowRule)).max(200),
})
type Said = z.output<typeof hello>

type Session = { id: string; tenant_id: string; streams: Streams; end(code: number): void; beat(): void }
type Opening = {
  db: Database
  key: Keyring
  /** Of the control database, for hearing of what others do. */
  app_url: string
  /** Where other processes of this installation reach this one. */
  url: () => string
  addressOf: (request: IncomingMessage) => string
  beat_every?: number
}

export type AgentSessions = {
  /** An agent connects. */
  connect(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** A process of this installation asks for a line through an agent that is connected here. */
  line(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** The agents that are connected to this process: each once, known before it is heard, and cut when it is revoked. */
export function openAgentSessions(opening: Opening): AgentSessions {
  const { db, key, app_url, url, addressOf, beat_every = beat_ms } = opening
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestFrame, perMessageDeflate: false })
  const sessions = new Map<string, Session>()
  const readLine = lineReader(key)

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const gone = ignore('an agent was gone before it was let in')
    socket.on('error', gone)
    const address = addressOf(request)
    const admitted = await admitAgent(db, request.headers.authorization, address)
    if ('status' in admitted) return answer(socket, admitted.status, 'REFUSED not known')
    if (socket.destroyed) return
    socket.off('error', gone)
    sockets.handleUpgrade(request, socket, head, (opened) => begin(opened, admitted, address))
  }

  function begin(socket: WebSocket, agent: Admitted, address: string) {
    let session: Session | undefined
    let isHeard = false
    let isOver = false
    const refuse = (what: string) => {
      if (isOver) return
      isOver = true
      log.warn({ tenant_id: agent.tenant_id, agent_id: agent.id, what }, 'an agent broke the rules')
      streams.close()
      socket.terminate()
    }
    const streams = carry(socket, { violated: refuse })
    const greeting = setTimeout(() => socket.terminate(), hello_ms)
    socket
      .on('error', ignore('the socket of an agent failed'))
      .on(
        'message',
        guarded('agent', async (message: Buffer, isBinary: boolean) => {
          if (session && isBinary) return streams.receive(message)
          const said = isBinary || isHeard ? undefined : readHello(message)
          isHeard = true
          clearTimeout(greeting)
          if (!said) return void socket.close(closings.unread)
          if (said.protocol !== agentProtocol) return socket.close(closings.outdated)
          session = await start(socket, streams, agent, said, address)
        }),
      )
      .once('close', () => {
        clearTimeout(greeting)
        streams.close()
        if (session) over(agent.id, session.id)
      })
  }

  /** From here on it is the agent's one session, wherever the one before it was. */
  async function start(socket: WebSocket, streams: Streams, agent: Admitted, said: Said, address: string) {
    const id = randomUUID()
    const isKept = await keep(db, { id, agent, said, address, url: url() })
    if (!isKept) return void socket.close(closings.revoked)
    let isAlive = true
    socket.on('pong', () => (isAlive = true))
    const session: Session = {
      id,
      tenant_id: agent.tenant_id,
      streams,
      end(code) {
        streams.close()
        socket.close(code)
        setTimeout(() => socket.terminate(), 1_000).unref()
      },
      beat() {
        if (!isAlive) return socket.terminate()
        isAlive = false
        socket.ping()
      },
    }
    sessions.get(agent.id)?.end(closings.replaced)
    if (socket.readyState !== socket.OPEN) {
      over(agent.id, id)
      return
    }
    sessions.set(agent.id, session)
    socket.send(JSON.stringify({ name: agent.name, version: agentVersion } satisfies Welcome))
    return session
  }

  function over(agent_id: string, session_id: string) {
    if (sessions.get(agent_id)?.id === session_id) sessions.delete(agent_id)
    inScope(db, systemScope, (trx) =>
      trx
        .updateTable('agent_sessions')
        .set({ disconnected_at: sql`clock_timestamp()` })
        .where('session_id', '=', session_id)
        .execute(),
    ).catch(ignore('the end of an agent’s session could not be written; others notice by its silence'))
  }

  /** Says that they are still there, and cuts those that have another session by now, or none any more. */
  async function look() {
    if (sessions.size === 0) return
    const held = [...sessions]
    const { rows } = await inScope(db, systemScope, (trx) =>
      sql<{ session_id: string }>`
        update agent_sessions s set seen_at = clock_timestamp() from tenants t, agents a
        where s.session_id = any(${held.map(([, { id }]) => id)}) and t.id = s.tenant_id and t.active
          and a.id = s.agent_id and a.revoked_at is null
        returning s.session_id`.execute(trx),
    )
    const living = new Set(rows.map(({ session_id }) => session_id))
    for (const [agent_id, session] of held) {
      if (living.has(session.id) || sessions.get(agent_id) !== session) continue
      sessions.delete(agent_id)
      session.end((await isReplaced(db, agent_id)) ? closings.replaced : closings.revoked)
    }
  }

  async function line(request: IncomingMessage, given: Duplex, head: Buffer) {
    const socket = given as Socket
    socket.on('error', ignore('who asked for a line to an agent is gone'))
    const said = request.headers.authorization ?? ''
    const asked = request.headers.upgrade === lineProtocol ? readLine(said) : undefined
    if (!asked) return answer(socket, 403, 'REFUSED not asked with the key of this installation')
    const session = sessions.get(asked.agent_id)
    if (!session || session.tenant_id !== asked.tenant_id) return answer(socket, 503, 'AWAY the agent is not here')
    try {
      const stream = await session.streams.open(asked.host, asked.port)
      if (socket.destroyed) return void stream.destroy()
      socket.setNoDelay(true).setTimeout(0)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${lineProtocol}\r\n\r\n`)
      if (head.length > 0) socket.unshift(head)
      join(sealedLine(socket, lineSecret(key, said), 'holds'), stream)
    } catch (error) {
      const code = error instanceof StreamRefused ? error.code : codeOf(error) || 'LINE_FAILED'
      answer(socket, 502, `${code} ${messageOf(error)}`)
    }
  }

  const looking = guarded('agents', look)
  const listener = listen(app_url, { [agentChannel]: looking }, { opened: looking })
  const beating = setInterval(() => {
    for (const session of sessions.values()) session.beat()
    look().catch(ignore('the database is away: the sessions of agents are looked at again'))
  }, beat_every).unref()

  return {
    connect: guarded('agent connects', connect),
    line: guarded('line to an agent', line),
    async close() {
      clearInterval(beating)
      await listener.stop()
      const held = [...sessions]
      for (const [agent_id, session] of held) {
        session.end(1001)
        sessions.delete(agent_id)
      }
      await inScope(db, systemScope, (trx) =>
        trx
          .updateTable('agent_sessions')
          .set({ disconnected_at: sql`clock_timestamp()` })
          .where('session_id', 'in', [randomUUID(), ...held.map(([, { id }]) => id)])
          .execute(),
      ).catch(ignore('the end of agents’ sessions could not be written; others notice by their silence'))
    },
  }
}

function readHello(message: Buffer): Said | undefined {
  try {
    return hello.safeParse(JSON.parse(message.toString())).data
  } catch {
    return undefined // no JSON
  }
}

/** False where the agent was revoked or enrolled anew since it was let in. */
const keep = (
  db: Database,
  { id, agent, said, address, url }: { id: string; agent: Admitted; said: Said; address: string; url: string },
): Promise<boolean> =>
  inScope(db, systemScope, async (trx) => {
    const still = await trx
      .selectFrom('agents')
      .select('id')
      .where('id', '=', agent.id)
      .where('revoked_at', 'is', null)
      .where('secret_hash', '=', agent.secret_hash)
      .forShare()
      .executeTakeFirst()
    if (!still) return false
    const { protocol: _, allow, ...told } = said
    const row = {
      ...told,
      session_id: id,
      url,
      address,
      allows: JSON.stringify(allow),
      connected_at: sql<string>`clock_timestamp()`,
      seen_at: sql<string>`clock_timestamp()`,
      disconnected_at: null,
    }
    await trx
      .insertInto('agent_sessions')
      .values({ agent_id: agent.id, tenant_id: agent.tenant_id, ...row })
      .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(row))
      .execute()
    await sql`select pg_notify(${agentChannel}, ${agent.id})`.execute(trx)
    return true
  })

const isReplaced = (db: Database, agent_id: string): Promise<boolean> =>
  inScope(db, systemScope, async (trx) => {
    const row = await trx
      .selectFrom('agent_sessions')
      .innerJoin('agents', 'agents.id', 'agent_sessions.agent_id')
      .select('agents.revoked_at')
      .where('agent_id', '=', agent_id)
      .executeTakeFirst()
    return row !== undefined && row.revoked_at === null
  })

const statusTexts: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

function answer(socket: Duplex, status: number, text: string) {
  const body = Buffer.from(text)
  socket.end(
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 ${status} ${statusTexts[status]}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${body.length}\r\n\r\n`,
      ),
      body,
    ]),
  )
}
