/** What stands before a step that is tried alone or begun at, and hands out the sample. */
export const sampleStep = '__sample'

/** That a job is a test run, in which nothing outside changes. */
export type JobTest = {
  /** So many records of each source are read; null: all. */
  records: number | null
  /** The step at which it ends, with all that leads to it. */
  until?: string | undefined
  /** Steps that hand out pinned records by one of their exits, kept beside a job. */
  pinned?: { job_id: string; exits: Record<string, string> } | undefined
  /** The one step that is tried, with the records of the payload. */
  only?: string | undefined
  /** The step it begins at, with the records of the payload instead of what leads to it. */
  from?: string | undefined
  /** Each record goes its way alone, and that way is kept. */
  trace?: boolean | undefined
}
