// Loaded before anything else in an isolated process: nothing in it reaches a network or another process.
import { syncBuiltinESMExports } from 'node:module'
import { net, shut, shutForAll } from './shut.server.ts'

shutForAll()
shut(net.Socket.prototype, ['connect'], 'network')
shut(net, ['connect', 'createConnection'], 'network')
syncBuiltinESMExports()
