import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FileFigures } from './file-figures.ts'

/** `until`, in milliseconds of the clock: what has not begun by then is left out. */
type Run = { folder: string; env: NodeJS.ProcessEnv; at_once: number; until?: number }

/** Runs each batch of files in a process of its own, some at once, and prints what a process has said when it has ended. */
export async function runBatches(
  batches: string[][],
  { folder, env, at_once, until = Infinity }: Run,
): Promise<FileFigures> {
  const figures: FileFigures = {}
  const waiting = [...batches]
  const seconds: { of: string; took: number }[] = []
  let isEnded = false
  const taken = () => (!isEnded && Date.now() < until ? waiting.shift() : undefined)
  async function work() {
    for (let files = taken(); files; files = taken()) {
      const began = Date.now()
      Object.assign(figures, await runBatch(files, { env, written: path.join(folder, `${randomUUID()}.json`) }))
      seconds.push({ of: named(files), took: (Date.now() - began) / 1000 })
    }
  }
  const endEarly = () => (isEnded = true)
  process.on('SIGINT', endEarly).on('SIGTERM', endEarly)
  await Promise.all(Array.from({ length: at_once }, work))
  process.off('SIGINT', endEarly).off('SIGTERM', endEarly)
  tellSeconds(seconds)
  tellLeftOut(waiting.flat())
  return figures
}

const named = (files: string[]) => (files.length === 1 ? files[0]! : `${files[0]} and ${files.length - 1} more`)

async function runBatch(files: string[], { env, written }: { env: NodeJS.ProcessEnv; written: string }) {
  const reporters = { spec: 'stdout', [path.join(import.meta.dirname, 'file-figures.ts')]: written }
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MaxListenersExceededWarning',
      '--test',
      '--test-isolation=none',
      `--import=${path.join(import.meta.dirname, 'end-of-file.ts')}`,
      '--test-timeout=600000',
      ...Object.entries(reporters).flatMap(([reporter, destination]) => [
        `--test-reporter=${reporter}`,
        `--test-reporter-destination=${destination}`,
      ]),
      ...files,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const end = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', end).on('SIGTERM', end)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  process.off('SIGINT', end).off('SIGTERM', end)
  console.log(`\n${files.join('\n')}\n${said}`)
  // A process that is ended from outside, or breaks, writes no figures.
  const text = existsSync(written) ? readFileSync(written, 'utf8') : ''
  const figures: FileFigures = Object.fromEntries(files.map((file) => [file, { passed: 0, failed: [] }]))
  for (const [place, found] of Object.entries(text === '' ? {} : (JSON.parse(text) as FileFigures))) {
    const file = path.relative(process.cwd(), place)
    const [first, ...others] = files.includes(file) ? [file] : usersOf(file, files)
    figures[first!]!.passed += found.passed
    for (const user of [first!, ...others]) figures[user]!.failed.push(...found.failed)
  }
  if (code !== 0 && Object.values(figures).every(({ failed }) => failed.length === 0))
    for (const file of files)
      figures[file]!.failed.push({ name: 'its process', reason: `ended with ${code}: ${said.slice(-3_000)}` })
  return figures
}

/** The runner names the file in which a test is written, which may be one that several tests share: whose it was is not said. */
function usersOf(shared: string, files: string[]): string[] {
  const users = files.filter((file) => readFileSync(file, 'utf8').includes(path.basename(shared)))
  return users.length > 0 ? users : files
}

function tellLeftOut(files: string[]) {
  if (files.length > 0) console.log(`\nnot run, for their time was over:\n${files.join('\n')}\n`)
}

/** Where the time goes: every process that took more than ten seconds, the slowest first. */
function tellSeconds(seconds: { of: string; took: number }[]) {
  const lines = seconds
    .filter(({ took }) => took > 10)
    .sort((a, b) => b.took - a.took)
    .map(({ of, took }) => `${took.toFixed(1).padStart(7)} s  ${of}`)
  console.log(`\nseconds per process, of ${seconds.length}:\n${lines.join('\n')}\n`)
}
