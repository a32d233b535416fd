// Loaded before anything else in an isolated process: nothing in it reaches a network or another process. Files, machine code, threads
// and child processes are shut by Node's permission model; in this version it leaves out networks and signals.
import { createRequire, syncBuiltinESMExports } from 'node:module'

const require = createRequire(import.meta.url)
const denied = (what: string) =>
  function refuse() {
    throw Object.assign(new Error(`There is no ${what} here.`), { code: 'ERR_ACCESS_DENIED' })
  }

/** Puts a refusal in the place of each function, for good. */
function shut(target: object, names: readonly string[], what: string) {
  for (const name of names)
    if (name in target && Object.getOwnPropertyDescriptor(target, name)?.configurable !== false)
      Object.defineProperty(target, name, { value: denied(what), writable: false, configurable: false })
}

const functionsOf = (target: object) =>
  Object.getOwnPropertyNames(target).filter(
    (name) => name !== 'constructor' && typeof (target as Record<string, unknown>)[name] === 'function',
  )

const net = require('node:net') as typeof import('node:net')
const dgram = require('node:dgram') as typeof import('node:dgram')
const dns = require('node:dns') as typeof import('node:dns')
const os = require('node:os') as typeof import('node:os')
shut(net.Socket.prototype, ['connect'], 'network')
shut(net.Server.prototype, ['listen', '_listen2', '_setupWorker'], 'network')
shut(net, ['connect', 'createConnection', 'createServer', '_createServerHandle', 'BoundSocket'], 'network')
shut(dgram, ['_createSocketHandle'], 'network')
shut(dgram.Socket.prototype, ['bind', 'bindSync', 'connect', 'connectSync', 'send', 'sendto'], 'network')
shut(
  dns,
  functionsOf(dns).filter((name) => !/^[A-Z]/.test(name)),
  'network',
)
shut(
  dns.promises,
  functionsOf(dns.promises).filter((name) => !/^[A-Z]/.test(name)),
  'network',
)
for (const resolver of [dns.Resolver, dns.promises.Resolver])
  for (let at = resolver.prototype as object; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    shut(at, functionsOf(at), 'network')
shut(globalThis, ['fetch', 'WebSocket', 'EventSource'], 'network')
shut(process, ['kill', '_kill', '_debugProcess', 'abort', 'chdir'], 'other process')
shut(os, ['setPriority'], 'other process')
syncBuiltinESMExports()
