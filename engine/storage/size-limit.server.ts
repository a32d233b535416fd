import { Transform } from 'node:stream'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { storageTexts } from './texts.ts'

/** Lets bytes through until there are more than allowed. */
export function limitSize(limit: number | undefined) {
  let size = 0
  return new Transform({
    transform(piece: Buffer, _, done) {
      size += piece.length
      if (limit !== undefined && size > limit)
        done(new Invalid('FILE_TOO_LARGE', storageTexts.tooLarge({ limit: Math.round(limit / 1_000_000) })))
      else done(null, piece)
    },
  })
}

/** What a failed write means to whoever sent the file. */
export function reasonOf(error: unknown): unknown {
  if (error instanceof WeftError) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Unavailable('STORAGE_FULL', storageTexts.full(), { cause: error })
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'ABORT_ERR')
    return new Invalid('UPLOAD_CANCELLED', storageTexts.cancelled(), { cause: error })
  return error
}
