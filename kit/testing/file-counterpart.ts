import type { FileSession } from '../define/file-session.ts'

/** A real server with files beside a connector, its folder empty at the beginning. */
export type FileCounterpart = {
  /** What it is, with its version, as it stands in docs/connectors.md. */
  product: string
  open(): Promise<FileSession>
  /** What names may not hold there, beside what no path may. */
  forbidden?: RegExp
  /** It tells the time of a change to the second, the minute or not at all. */
  times: 'exact' | 'minutes' | 'none'
  /** Whether a file can be replaced without a moment in which it is not there. */
  replacesAtOnce: boolean
}
