import { onMariaDb } from './connectors/mariadb.ts'
import { onMongoDb } from './connectors/mongodb.ts'
import { onPostgres } from './connectors/postgres.ts'
import { onS3 } from './connectors/s3.ts'
import { onSftp } from './connectors/sftp.ts'
import type { Row } from './figure.ts'

const counterparts: Record<string, (rows: number) => Promise<Row[]>> = {
  postgres: onPostgres,
  mariadb: onMariaDb,
  mongodb: onMongoDb,
  s3: onS3,
  sftp: onSftp,
}

/** `WEFT_BENCH_CASES="mariadb, s3"` measures those. */
const wanted = process.env['WEFT_BENCH_CASES']?.split(',').map((name) => name.trim()) ?? Object.keys(counterparts)

/** Reads and writes through connectors, beside scripts written by hand with the same drivers, in one run. */
export async function measure(rows = Number(process.env['WEFT_BENCH_ROWS'] ?? 1_000_000)): Promise<Row[]> {
  const unknown = wanted.filter((name) => !counterparts[name])
  if (unknown.length > 0)
    throw new Error(`There is no case ${unknown.join(', ')}; there are ${Object.keys(counterparts).join(', ')}`)
  const figures: Row[] = []
  for (const name of wanted) figures.push(...(await counterparts[name]!(rows)))
  return figures
}
