import { codeOf } from './caught.ts'
const whenCode =
  <T>(codes: string[], value: T) =>
  (error: unknown): T => {
    if (codes.includes(codeOf(error))) return value
    throw error
  }

/** What to go on with where there is no such file or folder, nor can be: `stat(path).catch(ifMissing(undefined))`. Everything else fails. */
export const ifMissing = <T>(value: T) => whenCode(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'], value)

/** For the removal of a folder that goes only when it is empty: `rmdir(path).catch(unlessEmpty)`. */
export const unlessEmpty = whenCode(['ENOTEMPTY', 'EEXIST', 'ENOENT'], undefined)
