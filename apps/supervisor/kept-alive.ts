import { fork, type ChildProcess } from 'node:child_process'

export type KeptAlive = { child(): ChildProcess | undefined; /** Says something to the process, and to each that is started in its place. */ tell(message: object): void; stop(graceMs: number): Promise<void> }

/**
 * Keeps one process running: started again when it ends, after a wait that doubles up to ten seconds while it does not stay up.
 * `stop` asks it to end and kills it when the grace is over.
 */
export function keepAlive({ file, env, said }: { file: string; env: Record<string, string>; said: (message: unknown) => void }): KeptAlive {
  let child: ChildProcess | undefined
  let stopping = false
  let wait = 100
  let told: object | undefined
  const start = () => {
    const since = Date.now()
    child = fork(file, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--no-node-snapshot', '--disable-warning=ExperimentalWarning'] })
    child.on('message', said)
    if (told) child.send(told)
    child.once('exit', (code, signal) => {
      if (stopping) return
      wait = Date.now() - since > 30_000 ? 100 : Math.min(10_000, wait * 2)
      console.error(`${file.split('/').slice(-2).join('/')} ended (${signal ?? code}); starting it again in ${wait} ms`)
      setTimeout(start, wait)
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
      if (!child || child.exitCode !== null || child.signalCode) return
      const gone = new Promise((resolve) => child!.once('exit', resolve))
      child.kill('SIGTERM')
      const timer = setTimeout(() => child!.kill('SIGKILL'), graceMs)
      await gone
      clearTimeout(timer)
    },
  }
}
