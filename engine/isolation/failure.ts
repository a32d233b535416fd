import { WeftError, type FieldErrors } from '@weft/kit/errors/errors.ts'
import type { Message } from '@weft/kit/messages/messages.ts'

/** An error on its way between two processes: one somebody can act on as a whole, any other as its words. */
export type Failure = { /** The question whose answer it was. */ asked?: number | undefined } & (
  | {
      known: {
        status: number
        code: string
        say: Message
        fields: FieldErrors
        meta?: Record<string, unknown> | undefined
      }
    }
  | {
      message: string
      stack?: string | undefined
      /** The platform's word for a text too long or a nesting too deep. */ range: boolean
    }
)

export function failureOf(error: unknown): Failure {
  const { message, stack, asked } = (error instanceof Error ? error : new Error(String(error))) as Error & {
    asked?: number
  }
  if (error instanceof WeftError) {
    const { status, code, say, fields, meta } = error
    return { known: { status, code, say, fields, meta }, asked }
  }
  return { message, stack, range: error instanceof RangeError, asked }
}

export function errorOf(failure: Failure): Error {
  if ('known' in failure) {
    const { status, code, say, fields, meta } = failure.known
    return new WeftError(status, code, say, { fields, ...(meta && { meta }) })
  }
  return Object.assign(
    failure.range ? new RangeError(failure.message) : new Error(failure.message),
    failure.stack && { stack: failure.stack },
  )
}
