/**
 * The files that runs keep, by the job, the spool and a name that is its own: in a folder or a bucket all machines share. A file is there
 * whole or not at all, and safe when `write` answers.
 */
export type JobFiles = {
  write(job_id: string, spool: string, name: string, text: string): Promise<void>
  read(job_id: string, spool: string, name: string): Promise<string>
  /** The names in a spool; none where it is not there. */
  names(job_id: string, spool: string): Promise<string[]>
  remove(job_id: string, spool: string, names: readonly string[]): Promise<void>
  /** The spools of a job. One whose name has a `/` lies in another and is not told apart from it. */
  spools(job_id: string): Promise<string[]>
  /** Copies a spool to another job. */
  copy(from: string, to: string, spool: string): Promise<void>
  /** Removes the spools of a job, but for those that `stays` names. */
  tidy(job_id: string, stays: (spool: string) => boolean): Promise<void>
  removeJobs(job_ids: readonly string[]): Promise<void>
  /** The jobs of which there is anything, some at a time. */
  jobs(): AsyncGenerator<string[]>
  /** When something of a job was last written, as far as one look tells. */
  changedAt(job_id: string): Promise<Date | undefined>
  /** Whether all has to stay just now, because a backup of it is being made. */
  allStays(): Promise<boolean>
}

/** Jobs are told from whatever else somebody put there. */
export const isJobId = (name: string) => /^[0-9a-f-]{36}$/.test(name)

/** Where a job lies: all of them in one place would be too many. */
export const placeOfJob = (job_id: string) => `${job_id.slice(0, 2)}/${job_id}`
