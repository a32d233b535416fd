import type { Readable } from 'node:stream'
import type { FileReference } from '@weft/kit/define/record.ts'
import type { Files } from '@weft/kit/define/step-context.ts'

export type FolderEntry = FileReference & { name: string; kind: 'file' | 'folder' }

/** The files of one tenant: in a folder of this machine, in the bucket of the installation or on a server elsewhere. Paths are relative to its root and use `/`. */
export type Storage = Omit<Files, 'stat' | 'write'> & {
  /** Folders first, then files, each by name. */
  folder(path: string): Promise<FolderEntry[]>
  makeFolder(path: string): Promise<void>
  stat(path: string): Promise<FileReference & { kind: 'file' | 'folder' }>
  /** As in `Files`, with an optional limit in bytes. A source that breaks off, is too large or does not fit leaves nothing behind. */
  write(path: string, source: Readable, options?: { limit?: number }): Promise<FileReference>
  /** Whether a file or folder is there. */
  has(path: string): Promise<boolean>
}
