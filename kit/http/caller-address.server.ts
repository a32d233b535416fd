import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr, { compile } from '@fastify/proxy-addr'
import { environment } from '../env/environment.server.ts'
import { isListed } from '../define/ip-range.ts'

/** Whether a proxy's word on who calls counts. What a caller writes into the header stands before what proxies add to it. */
export const trustedProxies = (
  addresses = environment().WEFT_TRUST_PROXY,
): ((address: string, hop: number) => boolean) => compile(addresses)

/** What tells where a call comes from: of a request, or of the beginning of a socket. */
type Call = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

let trusted: ReturnType<typeof trustedProxies> | undefined

/** Where a call comes from, by HTTP as by a socket: the last address that no trusted proxy has written. */
export const callerAddress = (call: Call, trust = (trusted ??= trustedProxies())): string =>
  proxyAddr(call as IncomingMessage, trust)

const loopback = ['127.0.0.0/8', '::1']
/** What proxies add. Whoever sends one of these is not, or does not want to be taken for, somebody at this machine. */
const ofProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'fastly-client-ip',
]

/**
 * Whether somebody at this very machine asks: over the loopback interface, past no proxy, and for a name of this machine, because a page
 * of a stranger can make its own name stand for 127.0.0.1.
 */
export function isAtThisMachine({ socket, headers }: Call): boolean {
  return (
    isListed(socket.remoteAddress ?? '', loopback) &&
    !ofProxies.some((name) => name in headers) &&
    isOwnName(headers.host ?? '')
  )
}

function isOwnName(host: string): boolean {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
  return name === 'localhost' || (isIP(name) !== 0 && isListed(name, loopback))
}
