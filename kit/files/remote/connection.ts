import type { Readable } from 'node:stream'

export type Seen = { name: string; kind: 'file' | 'folder' | 'link' | 'other'; size: number; modified_at: string }

/**
 * A connection that is signed in to a server with files, used by one caller at a time. Paths are absolute and free of `..`. Whatever
 * goes wrong is thrown as a `Fault`.
 */
export type RemoteConnection = {
  /** The folder one arrives in. */
  home: string
  isOpen(): boolean
  /** Somebody else uses it from now on: what was seen before is forgotten. */
  begin(): void
  /** Whether the server still answers. */
  answers(): Promise<boolean>
  list(folder: string): Promise<Seen[]>
  /** What stands at a path, links not followed. */
  look(path: string): Promise<Seen | undefined>
  read(path: string, start: number): AsyncIterable<Buffer>
  write(path: string, source: Readable): Promise<void>
  makeFolder(path: string): Promise<void>
  /** A file that stands at `to` is replaced. */
  rename(path: string, to: string): Promise<void>
  /** What stands at `to` is in the way, where the server can tell. */
  move(path: string, to: string): Promise<void>
  removeFile(path: string): Promise<void>
  removeFolder(path: string): Promise<void>
  close(): void
}

type Kind = 'missing' | 'denied' | 'full' | 'lost' | 'late' | 'other'

/** What a server refused, or how a connection broke, in one word that a message can be chosen by. */
export class Fault extends Error {
  readonly kind: Kind
  constructor(kind: Kind, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.kind = kind
  }
}
