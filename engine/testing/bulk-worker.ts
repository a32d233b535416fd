// A process that works off bulk actions and dies while it does. Arguments: the database's address, the home, and after how many statements.
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { folderJobFiles } from '../runtime/folder-job-files.server.ts'
import { openEnqueuer } from '../queue/enqueue.server.ts'
import { workOffBulkActions } from '../queue/bulk.server.ts'
import { dieAfter } from './killed.ts'

const [app_url, home, statements] = process.argv.slice(2) as [string, string, string]
const pool = openPool(app_url, { max: 6, level: 'system', application: 'bulk worker' })
dieAfter(Number(statements))
await workOffBulkActions({
  db: openDatabase(pool),
  pool,
  enqueuer: openEnqueuer(pool),
  jobFiles: folderJobFiles(home),
})
await pool.end()
