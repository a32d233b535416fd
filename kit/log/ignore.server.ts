import { Counter } from 'prom-client'
import { log } from './log.server.ts'
import { registry } from './metrics.server.ts'

const ignored = new Counter({
  name: 'weft_errors_ignored_total',
  help: 'Errors the process went on from, by reason',
  labelNames: ['reason'],
  registers: [registry],
})

/**
 * For errors a process rightly goes on from: `promise.catch(ignore('the socket is gone'))`. Each is counted under its reason
 * (a constant text without values) and written to the log at level `info`; nothing is swallowed unseen.
 */
export const ignore = (reason: string) => ignoring(reason, undefined) as (error: unknown) => void

/** The same where the process goes on with a value: `figure.catch(ignoring('a figure is missing, not the page', null))`. */
export const ignoring =
  <const T>(reason: string, value: T) =>
  (error: unknown): T => {
    ignored.inc({ reason })
    log.info({ err: error, reason }, 'ignored')
    return value
  }
