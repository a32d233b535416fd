import { compressToUTF16, decompressFromUTF16 } from 'lz-string'

/** Local storage for JSON values, compressed, under keys beginning with `weft.`. Unreadable entries count as absent. */
export const compressedStorage = {
  read<T>(key: string): T | undefined {
    const raw = localStorage.getItem(`weft.${key}`)
    if (raw === null) return undefined
    try {
      return JSON.parse(decompressFromUTF16(raw)) as T
    } catch {
      return undefined
    }
  },
  write(key: string, value: unknown) {
    if (value === undefined || value === null) localStorage.removeItem(`weft.${key}`)
    else localStorage.setItem(`weft.${key}`, compressToUTF16(JSON.stringify(value)))
  },
  clear(keys: readonly string[]) {
    for (const key of keys) localStorage.removeItem(`weft.${key}`)
  },
}
