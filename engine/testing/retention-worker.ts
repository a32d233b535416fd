// A process that removes old jobs and dies while it does. Arguments: the database's address, the home, the time, and after how many statements.
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { testKeys } from '@weft/kit/testing/database.ts'
import { folderJobFiles } from '../runtime/folder-job-files.server.ts'
import { openTenantDatabases } from '../connections/tenant-databases.server.ts'
import { keepJobs } from '../maintenance/job-retention.server.ts'
import { dieAfter } from './killed.ts'

const [app_url, home, now, statements] = process.argv.slice(2) as [string, string, string, string]
const pool = openPool(app_url, { max: 4, level: 'system', application: 'retention worker' })
const databases = openTenantDatabases(openDatabase(pool), testKeys())
dieAfter(Number(statements))
await keepJobs(
  { pool, jobFiles: folderJobFiles(home), databases },
  { job_days: 90, failed_job_days: 180, files_days: 14 },
  new Date(now),
)
await databases.close()
await pool.end()
