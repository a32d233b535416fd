import { setTimeout as sleep } from 'node:timers/promises'
import { ignore } from '../log/ignore.server.ts'
import { log } from '../log/log.server.ts'

/** The exit code of a process that ended itself after an error nobody caught (EX_SOFTWARE of sysexits). */
export const crashed = 70

type Crash = {
  /** Takes nothing new and lets finish what is under way. */ drain?: () => Promise<unknown>
  /** Drained or not, so long after the error the process is gone. */ grace_ms?: number
}

/**
 * After an error nobody caught nobody knows what state a process is in. It writes down why, tells whoever started it, so that another
 * one can be started at once, drains and exits.
 */
export function exitOnUncaught({ drain = async () => {}, grace_ms = 5_000 }: Crash = {}): void {
  let ending = false
  const end = (event: string) => (cause: unknown) => {
    log.fatal(
      { err: cause instanceof Error ? cause : new Error(describe(cause)), event },
      'ending after an error nobody caught',
    )
    if (ending) return
    ending = true
    process.exitCode = crashed
    process.send?.(
      { ending: true },
      undefined,
      undefined,
      (error) => error && ignore('nobody hears that a process ends')(error),
    )
    const exit = () => process.exit(crashed)
    setTimeout(exit, grace_ms)
    // A moment at least, so that the message is out.
    void Promise.all([Promise.resolve().then(drain).catch(ignore('draining after a crash')), sleep(50)]).finally(exit)
  }
  process.on('uncaughtException', end('uncaughtException')).on('unhandledRejection', end('unhandledRejection'))
}

/** What was thrown may be anything, even an object that cannot become text. */
function describe(cause: unknown): string {
  try {
    return String(cause)
  } catch {
    return Object.prototype.toString.call(cause)
  }
}
