import { text } from 'node:stream/consumers'
import { spawnSync } from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { setPriority } from 'node:os'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'
import { implement, serveTasks } from '../serve.server.ts'
import { clear, forgetCleared } from '../cleared.ts'
import { asking, count, dial, escape, forge, grow, keep, leave, linger, loop, outward } from './tasks.ts'

const deep = (value: unknown): unknown => deep([value])

const met = (emitter: NodeJS.EventEmitter, event: string) =>
  new Promise((resolve, reject) => emitter.once(event, resolve).once('error', reject))

/** Each attempt and how it ended. */
function attempting() {
  const tried: Record<string, string> = {}
  const attempt = async (name: string, work: () => unknown) => {
    try {
      await work()
      tried[name] = 'done'
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } }
      tried[name] = code ?? cause?.code ?? (error as Error).message
    }
  }
  return { tried, attempt }
}

type Outward = { cleared: number; other: number; socket: string }

/** What may be connected to where one port of one host was cleared. */
async function outwardAttempts({ cleared, other, socket }: Outward) {
  const { tried, attempt } = attempting()
  const to = (port: number, host: string) => met(net.connect(port, host), 'connect')
  await attempt('before it was cleared', () => to(cleared, '127.0.0.1'))
  clear('127.0.0.1', cleared)
  await attempt('cleared', () => to(cleared, '127.0.0.1'))
  await attempt('another port', () => to(other, '127.0.0.1'))
  await attempt('another host', () => to(cleared, '127.0.0.2'))
  await attempt('by a name', () => to(cleared, 'localhost'))
  await attempt('a socket of its own', () =>
    met(new net.Socket().connect({ port: other, host: '127.0.0.1' }), 'connect'),
  )
  await attempt('a socket of the machine', () => met(net.connect(socket), 'connect'))
  await attempt('tls', () => met(tls.connect(other, '127.0.0.1'), 'secureConnect'))
  await attempt('http', () => met(http.get(`http://127.0.0.1:${other}/`), 'response'))
  await attempt('fetch', () => fetch(`http://127.0.0.1:${cleared}/`))
  await attempt('listening', () => met(net.createServer().listen(0), 'listening'))
  await attempt('dns', () => dns.promises.lookup('localhost'))
  forgetCleared()
  await attempt('in the next task', () => to(cleared, '127.0.0.1'))
  return tried
}

/** What somebody would try who had got their own code to run here. */
async function attempts({ port, file, pid }: { port: number; file: string; pid: number }) {
  const { tried, attempt } = attempting()
  await attempt('net', () => met(net.connect(port, '127.0.0.1'), 'connect'))
  await attempt('a socket of its own', () => met(new net.Socket().connect(port, '127.0.0.1'), 'connect'))
  await attempt('tls', () => met(tls.connect(port, '127.0.0.1'), 'secureConnect'))
  await attempt('http', () => met(http.get(`http://127.0.0.1:${port}/`), 'response'))
  await attempt('fetch', () => fetch(`http://127.0.0.1:${port}/`))
  await attempt('listening', () => met(net.createServer().listen(0), 'listening'))
  await attempt(
    'datagrams',
    () => new Promise((resolve) => dgram.createSocket('udp4').send('x', port, '127.0.0.1', resolve)),
  )
  await attempt('dns', () => dns.promises.lookup('example.com'))
  await attempt('a resolver', () => new dns.promises.Resolver().resolve4('example.com'))
  await attempt('a file', () => readFileSync(file))
  await attempt('a folder', () => readdirSync('/etc'))
  await attempt('writing', () => writeFileSync(file, 'x'))
  await attempt('own environment', () => readFileSync('/proc/self/environ'))
  await attempt('a program', () => spawnSync('ls'))
  await attempt('a thread', () => new Worker('1', { eval: true }))
  await attempt('a signal', () => process.kill(pid, 0))
  await attempt('a signal from below', () =>
    (process as unknown as { _kill(pid: number, signal: number): void })._kill(pid, 0),
  )
  await attempt('a debugger', () => (process as unknown as { _debugProcess(pid: number): void })._debugProcess(pid))
  await attempt('a priority', () => setPriority(pid, 1))
  await attempt('listening from below', () =>
    (new net.Server() as unknown as { _listen2(...given: unknown[]): void })._listen2(
      '127.0.0.1',
      0,
      4,
      5,
      undefined,
      0,
    ),
  )
  await attempt('a handle', () =>
    (net as unknown as { _createServerHandle(...given: unknown[]): void })._createServerHandle(
      '127.0.0.1',
      0,
      4,
      -1,
      0,
    ),
  )
  await attempt(
    'a bound socket',
    () => new (net as unknown as { BoundSocket: new (options: object) => unknown }).BoundSocket({ port: 0 }),
  )
  await attempt('a handle for datagrams', () =>
    (dgram as unknown as { _createSocketHandle(...given: unknown[]): void })._createSocketHandle(
      '127.0.0.1',
      0,
      'udp4',
      -1,
      0,
    ),
  )
  await attempt('bound datagrams', () =>
    (dgram.createSocket('udp4') as unknown as { bindSync(options: object): void }).bindSync({ port: 0 }),
  )
  await attempt('inside', () => (process as unknown as { binding(name: string): unknown }).binding('tcp_wrap'))
  await attempt('machine code', () => process.dlopen({ exports: {} }, '/nothing.node'))
  tried['environment'] = Object.keys(process.env)
    .filter((name) => !['NODE_COMPILE_CACHE', 'TMPDIR', 'NODE_CHANNEL_FD'].includes(name))
    .join()
  return tried
}

serveTasks([
  implement(outward, outwardAttempts),
  implement(dial, async ({ host, port, isCleared }) => {
    forgetCleared()
    if (isCleared) clear(host, port)
    try {
      return await text(net.connect(port, host))
    } catch (error) {
      return String((error as { code?: string }).code)
    }
  }),
  implement(count, async ({ plus }, { open }) => {
    let bytes = plus
    for await (const piece of await open()) bytes += (piece as Buffer).length
    return { bytes }
  }),
  implement(loop, () => {
    for (;;);
  }),
  implement(grow, ({ what }) => {
    if (what === 'depth') return deep([])
    if (what === 'answer') return 'x'.repeat(2_000_000)
    const all: unknown[] = []
    for (;;) all.push(what === 'heap' ? { text: `${all.length}`.padStart(100) } : Buffer.alloc(10_000_000, 1))
  }),
  implement(leave, () => process.exit(3)),
  implement(asking, async ({ question }, { ask }) => ({ heard: await ask(question, 'a') })),
  implement(escape, attempts),
  implement(forge, async () => {
    for (const message of [
      { cmd: 'NODE_HANDLE', type: 'nothing' },
      { cmd: 'NODE_HANDLE_ACK' },
      { turn: 'x', done: 1 },
      { ready: 1 },
      [],
      'text',
      null,
      7,
    ])
      process.send!(message)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return null
  }),
  implement(linger, async (_options, { ask, open }) => {
    await open()
    // Goes on after the answer: takes pieces of input 1, whosever that is by then, and closes it.
    const afterwards = async () => {
      for (let i = 0; i < 200; i++) {
        await new Promise((resolve) => setTimeout(resolve, 2))
        void Promise.allSettled([ask('input.next', 1), ask('input.close', 1), ask('good', 'left behind')])
      }
    }
    void afterwards()
    return null
  }),
  implement(keep, async ({ bytes }, context) => {
    await context.keep(bytes)
    return { pid: process.pid }
  }),
])
