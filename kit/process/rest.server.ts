import { setTimeout as sleep } from 'node:timers/promises'

/** Waits so many milliseconds. Ended by the signal it throws the signal's reason, as a request does that is ended. */
export const rest = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => signal?.throwIfAborted())
