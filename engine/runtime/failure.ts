import { messageOf } from '@weft/kit/errors/caught.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { isFileStoreAway } from '../file-store/file-store-away.ts'
import { defineMessages, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  timedOut: {
    en: 'The step took longer than {limit} for one batch.',
    de: 'Der Schritt hat für einen Stapel länger als {limit} gebraucht.',
  },
  tooManyRejected: {
    en: '{count, plural, one {# record was} other {# records were}} rejected; {limit, plural, one {# is} other {# are}} allowed.',
    de: '{count, plural, one {# Datensatz wurde} other {# Datensätze wurden}} abgelehnt; erlaubt {limit, plural, one {ist #} other {sind #}}.',
  },
})

/** Another attempt has taken the job over, or it was cancelled: whatever this one still says is not heard. */
export class Superseded extends Error {}
/** Somebody cancelled the job; it ends at this batch boundary. */
export class JobCancelled extends Error {}
/** The worker is asked to stop: the job goes on elsewhere, behind what it has acknowledged. */
export class Interrupted extends Error {}
/** It took longer than its queue allows. */
export class TimedOut extends Interrupted {}
/** A control's emission waits: the job is let go, and goes on behind the batches before. */
export class LetGo extends Interrupted {
  readonly until: Date
  readonly memo: unknown
  constructor(until: Date, memo: unknown) {
    super()
    this.until = until
    this.memo = memo
  }
}

/** A step that ends its job. */
export class StepFailure extends Error {
  readonly step: string
  readonly problem: StepProblem
  constructor(step: string, cause: unknown) {
    super(messageOf(cause), { cause })
    this.step = step
    this.problem = problemOf(cause)
  }
}

export type StepProblem = { code: string; message: Message }

export class StepTimeout extends WeftError {
  constructor(limit: string) {
    super(504, 'STEP_TIMEOUT', texts.timedOut({ limit }))
  }
}

export class TooManyRejected extends WeftError {
  constructor(count: number, limit: number) {
    super(422, 'TOO_MANY_REJECTED', texts.tooManyRejected({ count, limit }))
  }
}

/** A step's own declared failure, such as a control that answers `fail`. */
export class StepRefused extends WeftError {
  constructor(message: Message) {
    super(422, 'FAILED', message)
  }
}

/** What a reader is told of an error: our own in the reader's language, a foreign one in its own words. */
export function problemOf(error: unknown): StepProblem {
  if (error instanceof StepFailure) return error.problem
  if (error instanceof WeftError) return { code: error.code, message: error.say }
  const { message = String(error), code } = (error ?? {}) as { message?: string; code?: unknown }
  return {
    code: typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : 'FAILED',
    message: quotedTexts(message.slice(0, 2_000)),
  }
}

const netCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
  'CONNECTION_ENDED',
  'CONNECTION_CLOSED',
])

/** Whether another system does not answer, so that trying again later is worth it. */
export function isOutage(error: unknown): boolean {
  if (error instanceof WeftError) return error.status === 503
  const { code, message, cause, errors } = (error ?? {}) as {
    code?: unknown
    message?: string
    cause?: unknown
    errors?: unknown[]
  }
  if (typeof code === 'string' && (netCodes.has(code) || /^(08...|57P0[1-4]|53300)$/.test(code))) return true
  if (
    /connection terminated|terminating connection|connection ended|server closed the connection|timeout exceeded when trying to connect|the database system is/i.test(
      message ?? '',
    )
  )
    return true
  return (cause !== undefined && cause !== error && isOutage(cause)) || (Array.isArray(errors) && errors.some(isOutage))
}

const troubles = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM'])

/** Whether the installation itself is in trouble, such as with a full disk or a bucket that is away: no job's fault, and none of its tries. */
export const isOwnTrouble = (error: unknown) =>
  isFileStoreAway(error) ||
  (!(error instanceof WeftError) && troubles.has(String((error as { code?: unknown } | undefined)?.code)))

/** Whether a second try of the same batch may come out differently. */
export const isWorthRetrying = (error: unknown) => !(error instanceof WeftError) || error.status >= 500
