import { fork, type ChildProcess } from 'node:child_process'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { guarded } from '@weft/kit/process/guarded.server.ts'

export type KeptAlive = {
  child(): ChildProcess | undefined
  /** Says something to the process, and to each that is started in its place. */ tell(message: object): void
  stop(graceMs: number): Promise<void>
}

/**
 * Keeps one process running: started again when it ends or says that it is ending, after a wait that doubles up to ten seconds while it
 * does not stay up. `stop` asks it to end and kills it when the grace is over.
 */
export function keepAlive({
  file,
  env,
  flags = [],
  said,
}: {
  file: string
  env: Record<string, string>
  /** Of Node, such as the limit of its heap. */ flags?: string[]
  said: (message: unknown) => void
}): KeptAlive {
  let child: ChildProcess | undefined
  const running = new Set<ChildProcess>()
  let stopping = false
  let wait = 100
  let told: object | undefined
  const hear = guarded('message of a kept process', said)

  const start = () => {
    if (stopping) return
    const since = Date.now()
    const started = fork(file, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning', ...flags],
    })
    child = started
    running.add(started)
    let replaced = false
    const replace = (why: string) => {
      if (stopping || replaced) return
      replaced = true
      wait = Date.now() - since > 30_000 ? 100 : Math.min(10_000, wait * 2)
      log.error(
        { file: file.split('/').slice(-2).join('/'), pid: started.pid, why, wait_ms: wait },
        'a process ended and is started again',
      )
      setTimeout(start, wait)
    }
    started.on('error', (error) => {
      ignore('a kept process could not be started or told')(error)
      if (started.pid === undefined) replace('not started')
    })
    started.on('message', (message) => {
      if ((message as { ending?: boolean } | null)?.ending) replace('an error nobody caught')
      else hear(message)
    })
    if (told) started.send(told)
    started.once('exit', (code, signal) => {
      running.delete(started)
      replace(String(signal ?? code))
    })
  }
  start()
  return {
    child: () => child,
    tell(message) {
      told = message
      if (child?.connected) child.send(message)
    },
    async stop(graceMs) {
      stopping = true
      await Promise.all([...running].map((one) => ended(one, graceMs)))
    },
  }
}

async function ended(child: ChildProcess, graceMs: number) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(timer)
}
