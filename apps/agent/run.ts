import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { allowRule, isAllowedBy } from '@weft/kit/agent/allow.ts'
import { carry } from '@weft/kit/agent/carry.server.ts'
import { largestFrame } from '@weft/kit/agent/frames.server.ts'
import { closings, type Hello, type Welcome } from '@weft/kit/agent/hello.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { StreamRefused } from '@weft/kit/agent/streams.server.ts'
import { agentProtocol, agentVersion, isOlderVersion } from '@weft/kit/agent/version.ts'
import type { Identity } from './identity.ts'
import { say } from './log.ts'

type Running = { identity: Identity; allow: string[] }
/** How a connection ended: again after a wait, after a long one, or never. */
type Ended = { next: 'soon' | 'later' | 'never'; reason: string; lasted_ms: number }

const waits = { shortest: 1_000, longest: 30_000, later: 60_000 }
const connecting_ms = 10_000
/** The other side says something every twenty seconds. */
const silent_ms = 60_000
/** Somebody has to act before it is worth another start. */
const refusedCode = 78

/** Connects, forwards, and connects again whenever the line is lost; answers the exit code when it is told to go. */
export async function run(running: Running): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())
  for (let failures = 0; !stop.signal.aborted;) {
    const { next, reason, lasted_ms } = await oneLife(running, stop.signal)
    if (stop.signal.aborted) break
    say(reason)
    if (next === 'never') return refusedCode
    failures = lasted_ms > waits.longest ? 0 : failures + 1
    const wait = next === 'later' ? waits.later : Math.min(waits.shortest * 2 ** (failures - 1), waits.longest)
    await sleep(wait * (0.75 + Math.random() / 2), undefined, { signal: stop.signal }).catch(heardElsewhere)
  }
  say('Stopped.')
  return 0
}

function oneLife({ identity, allow }: Running, stop: AbortSignal): Promise<Ended> {
  const rules = allow.flatMap((text) => allowRule(text) ?? [])
  const { url, agent_id, secret } = identity
  const began = Date.now()
  return new Promise((resolve) => {
    let ended: Omit<Ended, 'lasted_ms'> | undefined
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/agent/connect`, {
      headers: { authorization: `Bearer ${agent_id}.${secret}`, 'user-agent': `weft-agent/${agentVersion}` },
      perMessageDeflate: false,
      maxPayload: largestFrame,
      handshakeTimeout: 20_000,
      followRedirects: false,
    })
    const end = () => socket.close(1000)
    stop.addEventListener('abort', end, { once: true })
    const silence = setTimeout(() => {
      ended ??= { next: 'soon', reason: 'The line has gone silent.' }
      socket.terminate()
    }, silent_ms)
    const streams = carry(socket, {
      violated: (what) => (ended ??= { next: 'soon', reason: `Weft sent ${what}.` }),
      accept: (host, port) => reach(rules, host, port),
    })
    socket
      .on('open', () => {
        const hello: Hello = {
          protocol: agentProtocol,
          version: agentVersion,
          node: process.version,
          system: system(),
          allow,
        }
        socket.send(JSON.stringify(hello))
      })
      .on('ping', () => silence.refresh())
      .on('message', (message: Buffer, isBinary) => {
        silence.refresh()
        if (isBinary) return streams.receive(message)
        const welcome = readWelcome(message.toString())
        if (welcome) return welcomed(welcome, url)
        ended ??= { next: 'later', reason: `${url} greets in a way this agent does not understand.` }
        socket.terminate()
      })
      .on('unexpected-response', (request, response) => {
        ended = refusalOf(response.statusCode ?? 0, url)
        request.destroy()
        socket.terminate()
      })
      .on('error', (error) => (ended ??= { next: 'soon', reason: `${url} cannot be reached: ${error.message}` }))
      .on('close', (code, words) => {
        clearTimeout(silence)
        stop.removeEventListener('abort', end)
        streams.close()
        ended ??= closingOf(code, words.toString())
        resolve({ ...ended, lasted_ms: Date.now() - began })
      })
  })
}

function readWelcome(text: string): Welcome | undefined {
  try {
    const { name, version } = JSON.parse(text) as Record<string, unknown>
    return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined
  } catch {
    return undefined // no JSON, or none that is an object
  }
}

function welcomed({ name, version }: Welcome, url: string) {
  say(`Connected to ${url} as "${name}".`)
  if (isOlderVersion(agentVersion, version))
    say(`A newer agent is there, ${version}: replace this file by ${url}/agent/weft-agent.mjs and start it again.`)
}

/** Only what is allowed on this side, and nothing else whoever asks. */
async function reach(rules: Parameters<typeof isAllowedBy>[0], host: string, port: number): Promise<Duplex> {
  if (!isAllowedBy(rules, host, port)) {
    say(`Refused ${host}:${port}, which --allow does not name.`)
    throw new StreamRefused('NOT_ALLOWED', `${host}:${port} is not allowed`)
  }
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: host.replace(/^\[|\]$/g, ''),
      port,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
    })
    const fail = (code: string, reason: string) => {
      say(`${host}:${port} cannot be reached: ${reason}`)
      socket.destroy()
      reject(new StreamRefused(code, reason))
    }
    const timer = setTimeout(
      () => fail('ETIMEDOUT', `no answer within ${connecting_ms / 1_000} seconds`),
      connecting_ms,
    )
    socket
      .once('connect', () => {
        clearTimeout(timer)
        resolve(socket.removeAllListeners('error').on('error', heardElsewhere))
      })
      .once('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer)
        const [first = error] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : []
        fail(first.code ?? 'FAILED', first.message)
      })
  })
}

function refusalOf(status: number, url: string): Omit<Ended, 'lasted_ms'> {
  if (status === 401)
    return {
      next: 'never',
      reason: `${url} does not know this agent any more: it was revoked there, or enrolled anew.`,
    }
  if (status === 429) return { next: 'later', reason: `${url} asks to wait.` }
  return { next: 'soon', reason: `${url} answers ${status}.` }
}

function closingOf(code: number, words: string): Omit<Ended, 'lasted_ms'> {
  if (code === closings.revoked) return { next: 'never', reason: 'This agent was revoked.' }
  if (code === closings.replaced)
    return {
      next: 'later',
      reason: 'Another process has connected with this identity; each agent needs one of its own.',
    }
  if (code === closings.outdated)
    return { next: 'never', reason: 'This agent is too old for Weft: replace its file by the one Weft offers.' }
  if (code === closings.unread)
    return {
      next: 'later',
      reason: 'Weft does not understand how this agent greets it; at most 200 hosts can be allowed.',
    }
  return { next: 'soon', reason: `The line was closed (${code}${words && ` ${words}`}).` }
}

const system = () => `${process.platform} ${process.arch}`
