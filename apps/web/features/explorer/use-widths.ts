import { compressedStorage } from '@weft/kit/ui/compressed-storage.ts'
import { useState } from 'react'

const [narrowest, widest] = [48, 900]
type Widths = Record<string, number>

/** The widths somebody has given to columns in this browser; `undefined` gives one up. */
export function useWidths(name: string): [Widths, (column: string, width: number | undefined) => void] {
  const [widths, setWidths] = useState(() => compressedStorage.read<Widths>(name) ?? {})
  const resize = (column: string, width: number | undefined) => {
    const { [column]: _, ...others } = widths
    const next =
      width === undefined ? others : { ...others, [column]: Math.round(Math.min(widest, Math.max(narrowest, width))) }
    setWidths(next)
    compressedStorage.write(name, next)
  }
  return [widths, resize]
}
