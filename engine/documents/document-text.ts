/** A document on its way from one kind of store to another, its fields as JSON text. Times are ISO 8601 in UTC with microseconds. */
export type DocumentText = {
  id: string
  project_id: string | null
  job_id: string | null
  workflow_id: string | null
  created_at: string
  expires_at: string | null
  document: string
  /** What it is found by in words. */ text: string | null
}
