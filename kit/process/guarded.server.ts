import { log } from '../log/log.server.ts'

/**
 * A handler to give to an event emitter. What it throws, at once or later, is written to the log and nothing more: an emitter hands
 * it to nobody, and the process would end.
 */
export function guarded<A extends unknown[]>(event: string, handle: (...args: A) => unknown): (...args: A) => void {
  const fail = (error: unknown) => log.error({ err: error, event }, 'a handler failed')
  return (...args) => {
    try {
      void Promise.resolve(handle(...args)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
