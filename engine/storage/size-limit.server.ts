import { Transform, type Readable } from 'node:stream'
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

/** Whatever happens to the source, what is made of it hears of it, and the other way round. Answers how the source broke off. */
export function endTogether(source: Readable, bounded: ReturnType<typeof limitSize>): () => Error | undefined {
  let broke: Error | undefined
  const breakOff = (error: Error) => {
    if (!bounded.destroyed) bounded.destroy((broke = error))
  }
  source.once('error', breakOff).once('close', () => {
    if (!source.readableEnded)
      breakOff(Object.assign(new Error('the source broke off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
  })
  bounded.on('error', () => source.destroy())
  return () => broke
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
