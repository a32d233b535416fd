import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '@weft/kit/errors/caught.ts'
import { StartRefused } from '@weft/kit/errors/start-refused.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'

export type HomeLock = { release(): void }

/** `space` is the kernel and the process namespace in which `pid` means something; `began` tells the process from a later one with its pid. */
type Holder = { pid: number; space: string; began: string; host: string; since: string }

const beatEvery = 2_000
/** A holder this process cannot see is given up after so long without a beat. */
const silentFor = 10_000

/**
 * Makes this process the only supervisor of a home, until it releases it or ends in whatever way. Refuses while another one lives:
 * one that can be seen is asked for by pid and the time it began; one of another host or container by its beat.
 */
export async function lockHome(
  home: string,
  name = 'supervisor.lock',
  { silent_ms = silentFor } = {},
): Promise<HomeLock> {
  mkdirSync(home, { recursive: true })
  const file = path.join(home, name)
  for (;;) {
    if (take(file)) break
    const text = read(file)
    if (text === undefined) continue // released just now
    const holder = parse(text)
    if (holder && (await lives(holder, file, silent_ms))) throw new StartRefused(refusal(home, holder))
    remove(file, text)
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch (error) {
      // Whoever asks for this process by its pid still finds it.
      ignore('the beat of the home’s lock could not be written')(error)
    }
  }, beatEvery).unref()
  return {
    release() {
      clearInterval(beat)
      rmSync(file, { force: true })
    },
  }
}

const refusal = (home: string, { pid, host, since }: Holder) =>
  `Weft is already running on ${home}: process ${pid} on ${host}, since ${since}. Stop that one first, or give this one a home of its own in WEFT_HOME.`

/** Whole or not at all: the file appears with its content. */
function take(file: string): boolean {
  const holder: Holder = {
    pid: process.pid,
    space: space(),
    began: beganAt(process.pid) ?? '',
    host: hostname(),
    since: new Date().toISOString(),
  }
  const own = `${file}.${process.pid}.${crypto.randomUUID()}`
  writeFileSync(own, JSON.stringify(holder), { mode: 0o600 })
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** Takes a dead holder's file away; where another process was quicker and it is that one's by now, it is put back. */
function remove(file: string, dead: string) {
  const aside = `${file}.${crypto.randomUUID()}`
  try {
    renameSync(file, aside)
    if (read(aside) !== dead) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder
    return typeof holder.pid === 'number' ? holder : undefined
  } catch {
    return undefined // nobody's: a holder writes its file whole
  }
}

async function lives(holder: Holder, file: string, silent_ms: number): Promise<boolean> {
  if (holder.space !== '' && holder.space === space()) return beganAt(holder.pid) === holder.began
  const last = beatOf(file)
  for (let waited = 0; waited < silent_ms; waited += 200) {
    await sleep(200)
    if (beatOf(file) !== last) return true
  }
  return false
}

const beatOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs

function space(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return '' // a system without these files: the beat decides
  }
}

/** When a process began, in ticks since the kernel did; nothing for one that is gone or only waits to be buried. */
function beganAt(pid: number): string | undefined {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return undefined // there is no such process, or the system has no such files
  }
}
