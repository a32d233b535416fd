import type { Part } from './manifest.ts'

/** Something of a tenant that lies on another server than the installation's. */
export type Elsewhere = {
  /** What its part of the backup is called. */
  part: string
  /** What it is and where, in words. */
  where: string
  /** Whatever says where it lies and what it looks like. Where that changes while it is copied, the copy fits nothing. */
  definition: unknown
  /** Writes its part below a folder. Answers sentences about what of it could not be read. */
  copy(folder: string): Promise<{ part: Part; missing: string[] }>
}
