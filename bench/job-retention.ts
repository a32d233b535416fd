import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { removeOldJobs } from '@weft/engine/maintenance/job-retention.server.ts'
import { tidyRemovedJobs } from '@weft/engine/maintenance/removed-jobs.server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { databaseOf, onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import { folderJobFiles } from '@weft/engine/runtime/folder-job-files.server.ts'
import { drain, jobs } from './drain.ts'
import { row, type Row } from './figure.ts'

const size = Number(process.env['WEFT_BENCH_OLD_JOBS'] ?? 100_000)

/** Bytes a small run takes in the control database, as it was and as it is, and how many old ones are removed a second. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const tenant = await aTenantOn(product, 'Retention')
    // The product's own clock is to leave them to us.
    await tenant.admin.put('settings/jobs', { job_days: 0 })
    await drain(product, tenant, 2)
    const bytes = await bytesOf(product)
    await age(product)
    return [...bytes, ...(await remove(product))]
  } finally {
    await product.stop()
  }
}

const bytesOf = (product: Product): Promise<Row[]> =>
  onControl(product, async (client) => {
    await client.query(
      `create temp table earlier as select j.*, s.source from jobs j join workflow_sources s on s.id = j.source_id; alter table earlier drop column source_id`,
    )
    const average = async (table: string) => {
      const { rows } = await client.query<{ bytes: number }>(
        `select coalesce(sum(pg_column_size(t.*)), 0)::float8 / ${jobs} as bytes from ${table} t`,
      )
      return rows[0]!.bytes
    }
    const [now, before] = [await average('jobs'), await average('(select * from earlier offset 0)')]
    const rest = ['job_steps', 'job_cursors', 'job_logs']
    const journal: Row[] = []
    for (const table of rest) journal.push(row(`${table} of a job`, await average(table), 'bytes'))
    return [row('jobs, each beside its text before', now, 'bytes', before), ...journal]
  })

/** As many jobs with all they have left, each a hundred days old. */
const age = (product: Product) =>
  onControl(product, async (client) => {
    await client.query('set session_replication_role = replica')
    const columns = async (table: string, but: string) => {
      const { rows } = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1 and column_name <> all($2::text[]) and table_schema = 'public'`,
        [table, but.split(' ')],
      )
      return (of = '') => rows.map(({ name }) => `${of}"${name}"`).join(', ')
    }
    const own = 'id created_at started_at finished_at'
    const jobsOwn = await columns('jobs', own)
    await client.query(
      `create temp table copies as select j.id as of, gen_random_uuid() as id, now() - interval '100 days' - n * interval '1 second' as at
         from generate_series(1, ${Math.ceil(size / jobs)}) n, jobs j limit ${size};
       insert into jobs (id, created_at, started_at, finished_at, ${jobsOwn()}) select c.id, c.at, c.at, c.at, ${jobsOwn('j.')} from copies c join jobs j on j.id = c.of`,
    )
    for (const table of ['job_steps', 'job_cursors', 'job_logs']) {
      const all = await columns(table, 'id job_id')
      await client.query(
        `insert into ${table} (job_id, ${all()}) select c.id, ${all('t.')} from copies c join ${table} t on t.job_id = c.of`,
      )
    }
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
  })

async function remove(product: Product): Promise<Row[]> {
  const pool = openPool(databaseOf(product).url, { max: 4, level: 'system', statement_ms: 1_800_000 })
  const databases = openTenantDatabases(openDatabase(pool), openKeyring(product.home))
  try {
    const begun = performance.now()
    const removed = await removeOldJobs(pool, { job_days: 90, failed_job_days: 180, files_days: 14 }, new Date())
    const gone = performance.now()
    await tidyRemovedJobs({ pool, jobFiles: folderJobFiles(product.home), databases })
    const tidied = performance.now()
    if (removed !== size) throw new Error(`${removed} of ${size} jobs were removed`)
    return [
      row('old jobs removed', (size / (gone - begun)) * 1_000, 'jobs/s'),
      row('files and markers tidied after them', (size / (tidied - gone)) * 1_000, 'jobs/s'),
    ]
  } finally {
    await databases.close()
    await pool.end()
  }
}
