import type { JobFiles } from '../runtime/job-files.ts'
import type { Storage } from '../storage/storage.ts'

/** The file or object that says whose place it is. */
export const markName = 'installation'

/** Whose files they are: a tenant or partner by its id, or what the provider keeps of its own. */
type Owner = string

/** Where an installation keeps what all its machines share: a folder, or a bucket. */
export type FileStore = {
  /** `folder`, or the address of the bucket: what the machines of an installation have to agree on. */
  address: string
  /** The files of an owner. Costs nothing. */
  storage(owner: Owner): Storage
  /** The folder of this machine in which an owner's files lie, where there is one. */
  folderOf?(owner: Owner): string
  /** Makes ready for the files of an owner, and removes all of them for good. */
  prepare(owner: Owner): Promise<void>
  remove(owner: Owner): Promise<void>
  /** What the files of an owner take up. */
  bytes(owner: Owner): Promise<number>
  jobs: JobFiles
  /** Everything that is there, below the folders `storage` and `jobs`. */
  everything: Storage
  /** Whose place it is: the id of an installation, or nothing as long as nobody has said so. */
  mark: { read(): Promise<string | undefined>; write(installation: string): Promise<void> }
  close(): Promise<void>
}
