import type { Readable } from 'node:stream'

/** A file or folder of another system. Paths are relative to the connection's folder, with `/` between and no `..`. */
export type FoundFile = {
  name: string
  path: string
  kind: 'file' | 'folder'
  /** Null where the system does not say. */
  size: number | null
  modified_at: string | null
  /** Changes with every content, such as an ETag, where the system has such a thing. */
  version?: string | undefined
}

/** An open line to a system that holds files. Throws NotFound for what is not there and Conflict for what stands in the way. */
export type FileSession = {
  /** What lies in a folder, not below it. */
  list(folder: string): Promise<FoundFile[]>
  /** What stands at a path; undefined where nothing does. */
  stat(path: string): Promise<FoundFile | undefined>
  /** The bytes from `start` on; what breaks on the way is an error of the stream. */
  read(path: string, start?: number): Promise<Readable>
  /**
   * Replaces what stands there, whole or not at all: whoever looks sees the old file or the new one. Makes the folders on the way.
   */
  write(path: string, source: Readable): Promise<void>
  /** Makes the folders on the way; never replaces. */
  move(path: string, to: string): Promise<void>
  /** A file, or a folder with all that is in it. */
  remove(path: string): Promise<void>
  close(): Promise<void>
}
