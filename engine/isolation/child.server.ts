import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { ProcessKind } from './task.ts'

const root = path.resolve(import.meta.dirname, '../..')
const lockdown = (kind: ProcessKind) =>
  pathToFileURL(path.join(import.meta.dirname, `lockdown${kind === 'outbound' ? '-outbound' : ''}.server.ts`)).href
/** So often the memory of a process is looked at. */
const watch_ms = 100
/** What programs are made of; nothing else of the machine can be read. */
const code: readonly string[] = ['catalogue', 'designers', 'engine', 'kit', 'node_modules', 'package.json'].map(
  (name) => path.join(root, name),
)

/** Where libraries in machine code look which system library they need. */
const systemNotes = ['/etc/alpine-release', '/usr/bin/ldd']

/** Why a process is gone: it needed too much memory, its owner ended it, or it broke. */
export type ChildExit = 'memory' | 'ended' | 'crashed'

type Opening = {
  /** The program. */
  entry: string
  /** A folder of its own, the only one it may read from and write to. */
  folder?: string
  process?: ProcessKind
  heap_mb?: number
  /** Resident memory above which it is killed; asked again and again, as what runs in it changes. */
  memory_mb(): number
  flags?: readonly string[]
  hear(message: unknown): void
  /** `said` is the end of what it wrote as errors. */
  ended(why: ChildExit, said: string): void
}

export type Child = {
  send(message: object): void
  end(): void
  /** Whether it keeps this process alive. */ hold(yes: boolean): void
  memory(): number
}

/**
 * Starts a process that has nothing: an empty environment, no network unless cleared, no files but its own code and folder, no way to start others.
 * Its memory is watched; above its bound it is killed. The heap limit of V8 alone would miss buffers.
 */
export function startChild({
  entry,
  folder,
  process: kind = 'plain',
  heap_mb,
  memory_mb,
  flags = [],
  hear,
  ended,
}: Opening): Child {
  const readable = [
    ...code,
    path.dirname(entry),
    ...(folder ? [folder] : []),
    ...(kind === 'addons' ? systemNotes : []),
  ]
  const child = fork(entry, {
    cwd: path.dirname(entry),
    // Where compiled code is kept is no secret, and read only.
    env: {
      ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
      ...(folder && { TMPDIR: folder }),
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      '--permission',
      ...readable.map((place) => `--allow-fs-read=${place}`),
      ...(folder ? [`--allow-fs-write=${folder}`] : []),
      ...(kind === 'addons' ? ['--allow-addons'] : []),
      ...(heap_mb ? [`--max-old-space-size=${heap_mb}`] : []),
      `--import=${lockdown(kind)}`,
      ...flags,
    ],
  })
  // No handles are passed; what a process says about some would be believed, and ends this one where it is wrong.
  child.removeAllListeners('internalMessage')
  let why: ChildExit | undefined
  const end = (reason: ChildExit) => {
    why ??= reason
    child.kill('SIGKILL')
  }
  if (child.pid !== undefined) {
    goFirst(child.pid)
    // Of these none stands ready: somebody waits while it starts, which took three minutes on a busy machine. Then nobody's data are in it.
    if (kind === 'outbound') child.once('message', () => yieldToOthers(child.pid!, 5))
    else yieldToOthers(child.pid, 10)
  }
  const watching = setInterval(() => {
    if (residentMb(child.pid) > memory_mb()) end('memory')
  }, watch_ms).unref()
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)))
  let over = false
  const finish = (signal?: NodeJS.Signals | null) => {
    if (over) return
    over = true
    clearInterval(watching)
    // V8 aborts when its heap is full.
    ended(why ?? (signal === 'SIGABRT' || signal === 'SIGTRAP' ? 'memory' : 'crashed'), said)
  }
  child.on('message', hear)
  child.once('close', (_code, signal) => finish(signal))
  child.on('error', (error) => {
    ignore('an isolated process could not be started or told something')(error)
    if (child.pid === undefined) finish()
  })
  return {
    send: (message) =>
      void (
        child.connected &&
        child.send(
          message,
          (error) => error && ignore('an isolated process was gone before it could be told something')(error),
        )
      ),
    end: () => end('ended'),
    hold(yes) {
      child[yes ? 'ref' : 'unref']()
      child.channel?.[yes ? 'ref' : 'unref']()
      ;(child.stderr as Socket | null)?.[yes ? 'ref' : 'unref']()
    },
    memory: () => residentMb(child.pid),
  }
}

/** Where memory is short, whoever answers people stays. */
function goFirst(pid: number) {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch (error) {
    ignore('an isolated process could not be made the first to go')(error)
  }
}

/** Where processors are short, whoever answers people comes first; `nice` of 5 leaves a third of their share, of 10 a tenth. */
function yieldToOthers(pid: number, nice: number) {
  try {
    setPriority(pid, nice)
  } catch (error) {
    ignore('the priority of an isolated process could not be set')(error)
  }
}

/** Resident memory of a process in MB; 0 when it is gone. */
function residentMb(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
