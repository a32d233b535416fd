import { WeftError } from '@weft/kit/errors/errors.ts'

/** Asks for so many rows at a time, for fewer where they are larger together than one answer may be, and then slowly for more again. */
export async function* fittingBatches<T>(most: number, ask: (size: number) => Promise<T[]>): AsyncIterable<T[]> {
  for (let size = most; ;) {
    const found = await ask(size).catch((error: unknown) => {
      if (size > 1 && error instanceof WeftError && error.code === 'ROWS_TOO_LARGE') return undefined
      throw error
    })
    if (!found) {
      size = Math.max(1, Math.floor(size / 4))
      continue
    }
    if (found.length > 0) yield found
    if (found.length < size) return
    size = Math.min(most, Math.ceil(size * 1.25))
  }
}
