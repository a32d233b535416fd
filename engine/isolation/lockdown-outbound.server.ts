// Loaded before anything else in an isolated process that speaks to other systems: it connects to what was cleared and to nothing else.
import { syncBuiltinESMExports } from 'node:module'
import { isCleared } from './cleared.ts'
import { denied, net, put, shutForAll } from './shut.server.ts'

shutForAll()
const connect = net.Socket.prototype.connect
const { _normalizeArgs: normalize } = net as unknown as { _normalizeArgs(args: unknown[]): [Target, unknown] }
type Target = { host?: string; port?: number | string; path?: string }

put(net.Socket.prototype, 'connect', function guarded(this: import('node:net').Socket, ...args: unknown[]) {
  // Node itself hands over what it has already put in order.
  const [{ host = '', port, path }] = Array.isArray(args[0]) ? (args[0] as [Target]) : normalize(args)
  if (path !== undefined || !isCleared(host, Number(port))) throw denied('network')
  return Reflect.apply(connect, this, args)
})
syncBuiltinESMExports()
