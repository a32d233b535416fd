import type { FileSession } from '../define/file-session.ts'

/** A real server with files beside a connector, the folder of the connection empty at the beginning. */
export type FileCounterpart = {
  /** What it is, with its version, as it stands in docs/connectors.md. */
  product: string
  open(): Promise<FileSession>
  /** Takes the server away as a crash does, and brings it back with what it held. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Names that cannot be kept there, beside those that are allowed nowhere; undefined: all can. */
  refuses?: RegExp
  /** The folder of the connection on this machine, where the server keeps files as they are. */
  folder?: string
  /** How many entries it is asked to list, where it takes long to make them; 1,500 unless said. */
  crowd?: number
  /** Whether a folder can be there with nothing in it. */
  emptyFolders: boolean
}
