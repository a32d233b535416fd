import type { Database } from '@weft/kit/database/connect.server.ts'
import type pg from 'pg'
import type { JobFiles } from '../runtime/job-files.ts'
import type { Enqueuer } from './enqueue.server.ts'

/** What the verbs on jobs work with. */
export type JobDeps = { db: Database; pool: pg.Pool; enqueuer: Enqueuer; jobFiles: JobFiles }
