import { messageOf } from '@weft/kit/errors/caught.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'

export function kafkaError(brokers: string, cause: unknown): WeftError {
  const all = [...within(cause)]
  const own = all.find((error) => error instanceof WeftError)
  if (own) return own
  const denied = all.find(isDenial)
  return denied ? deniedError(brokers, quotedTexts(messageOf(denied)), cause) : lineError(brokers, all.at(-1))
}

/** The sign-in was refused. */
export const isDenied = (cause: unknown) => [...within(cause)].some(isDenial)
const isDenial = (error: unknown) => has(error, 'code', 'PLT_KFK_AUTHENTICATION')

/** What the broker itself said, by the name of its error code. */
export const brokersError = (cause: unknown, ids: readonly string[]) =>
  [...within(cause)].find((error) => ids.some((id) => has(error, 'apiId', id)))

const has = (error: unknown, key: string, value: unknown) =>
  typeof error === 'object' && error !== null && Reflect.get(error, key) === value

/** What was thrown and everything inside: of all brokers, each with its tries. */
function* within(cause: unknown, depth = 0): Generator {
  yield cause
  if (!(cause instanceof Error) || depth > 20) return
  for (const inner of [cause.cause, ...(cause instanceof AggregateError ? cause.errors : [])])
    if (inner instanceof Error) yield* within(inner, depth + 1)
}
