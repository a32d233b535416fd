/** What a client is told of a file or folder; times in milliseconds, the mode as Unix has it. */
export type FileAttributes = { mode: number; size: number; accessed: number; modified: number }

export type OpenFlags = {
  read: boolean
  write: boolean
  append: boolean
  create: boolean
  truncate: boolean
  exclusive: boolean
}

export type OpenFile = {
  look(): Promise<FileAttributes>
  /** Fills the buffer as far as there are bytes; 0 at the end. */
  read(buffer: Buffer, at: number): Promise<number>
  write(bytes: Buffer, at: number): Promise<void>
  truncate(size: number): Promise<void>
  /** What was written is safe once this has answered; after a broken line nobody waits for that. */
  close(broken: boolean): Promise<void>
}

/** The entries of a folder, some at a time; none at the end. */
export type Entries = { next(): Promise<(FileAttributes & { name: string })[]>; close(): Promise<void> }

/** Where an SFTP session finds its files. Paths are as the client wrote them. */
export type SftpFileSystem = {
  look(at: string): Promise<FileAttributes>
  open(at: string, wishes: OpenFlags): Promise<OpenFile>
  entries(at: string): Promise<Entries>
  makeFolder(at: string): Promise<void>
  /** Only an empty one. */
  removeFolder(at: string): Promise<void>
  removeFile(at: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  touch(at: string, accessed: number, modified: number): Promise<void>
}

export const denied = () => Object.assign(new Error('Permission denied'), { code: 'EACCES' })
export const exists = () => Object.assign(new Error('The target exists'), { code: 'EEXIST' })
