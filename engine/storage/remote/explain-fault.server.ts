import { Forbidden, NotFound, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { withoutSecret } from '@weft/kit/secrets/mask.server.ts'
import { storageTexts } from '../texts.ts'
import { Fault } from '@weft/kit/files/remote/connection.ts'

/** Which server it was, and the password nobody is to read. */
type Server = { host: string; timeout: number; password: string }

/** What a server refused, as a person reads it. */
export function explainFault({ host, timeout, password }: Server, thrown: unknown, path: string): unknown {
  const error = withoutSecret(thrown, password, 'password')
  if (error instanceof WeftError || !(error instanceof Fault)) return error
  const cause = { cause: error }
  if (error.kind === 'missing') return new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }), cause)
  if (error.kind === 'denied')
    return new Forbidden('STORAGE_DENIED', storageTexts.denied({ host, path: path || '/' }), cause)
  if (error.kind === 'full') return new Unavailable('STORAGE_FULL', storageTexts.full(), cause)
  if (error.kind === 'late')
    return new Unavailable('STORAGE_TIMEOUT', storageTexts.late({ host, seconds: timeout }), cause)
  if (error.kind === 'lost')
    return new Unavailable('STORAGE_LOST', storageTexts.lost({ host, reason: error.message }), cause)
  return new Unavailable('STORAGE_REFUSED', storageTexts.refused({ host, reason: error.message }), cause)
}
