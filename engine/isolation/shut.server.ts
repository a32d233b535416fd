import { createRequire } from 'node:module'

// As CommonJS gives them: the objects every library shares.
const require = createRequire(import.meta.url)
export const net = require('node:net') as typeof import('node:net')
const dgram = require('node:dgram') as typeof import('node:dgram')
const dns = require('node:dns') as typeof import('node:dns')
const os = require('node:os') as typeof import('node:os')

export const denied = (what: string) =>
  Object.assign(new Error(`There is no ${what} here.`), { code: 'ERR_ACCESS_DENIED' })

/** Puts a refusal in the place of each function, for good. */
export function shut(target: object, names: readonly string[], what: string) {
  for (const name of names)
    put(target, name, function refuse() {
      throw denied(what)
    })
}

/** Puts a function in the place of another, for good. */
export function put(target: object, name: string, value: unknown) {
  if (name in target && Object.getOwnPropertyDescriptor(target, name)?.configurable !== false)
    Object.defineProperty(target, name, { value, writable: false, configurable: false })
}

const functionsOf = (target: object) =>
  Object.getOwnPropertyNames(target).filter(
    (name) => name !== 'constructor' && typeof (target as Record<string, unknown>)[name] === 'function',
  )

/**
 * Shuts what no isolated process has: servers, datagrams, names, signals. Files, machine code, threads and child processes are shut
 * by Node's permission model; in this version it leaves out networks and signals.
 */
export function shutForAll() {
  shut(net.Server.prototype, ['listen', '_listen2', '_setupWorker'], 'network')
  shut(net, ['createServer', '_createServerHandle', 'BoundSocket'], 'network')
  shut(dgram, ['_createSocketHandle'], 'network')
  shut(dgram.Socket.prototype, ['bind', 'bindSync', 'connect', 'connectSync', 'send', 'sendto'], 'network')
  for (const target of [dns, dns.promises])
    shut(
      target,
      functionsOf(target).filter((name) => !/^[A-Z]/.test(name)),
      'network',
    )
  for (const resolver of [dns.Resolver, dns.promises.Resolver])
    for (let at = resolver.prototype as object; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
      shut(at, functionsOf(at), 'network')
  shut(globalThis, ['fetch', 'WebSocket', 'EventSource'], 'network')
  shut(process, ['kill', '_kill', '_debugProcess', 'abort', 'chdir'], 'other process')
  shut(os, ['setPriority'], 'other process')
}
