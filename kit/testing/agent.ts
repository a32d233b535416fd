import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../..')
const program = path.join(root, 'apps/agent/main.ts')

export type TestAgent = {
  /** Until its log says so. */
  says(text: string): Promise<void>
  output(): string
  /** Its exit code. */
  ended: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<void>
}
type Command = { command?: string[]; file?: string }

/** The agent's own command, as a customer runs it, with a folder of its own. */
export function anAgentSite({
  command = [process.execPath, '--disable-warning=ExperimentalWarning'],
  file = program,
}: Command = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-agent-'))
  const start = (args: string[]): TestAgent => {
    const [name, ...before] = command
    let said = ''
    const child = spawn(name!, [...before, file, ...args, '--folder', folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return {
      output: () => said,
      ended,
      async says(text) {
        while (!said.includes(text)) {
          if (child.exitCode !== null || child.signalCode) throw new Error(`The agent ended and said:\n${said}`)
          await sleep(20)
        }
      },
      async stop(signal = 'SIGTERM') {
        child.kill(signal)
        await ended
      },
    }
  }
  return {
    folder,
    start,
    /** The first time, with a code. */
    enrol: (url: string, code: string, ...allow: string[]) =>
      start([url, code, ...allow.flatMap((one) => ['--allow', one])]),
    run: (...allow: string[]) => start(allow.flatMap((one) => ['--allow', one])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
