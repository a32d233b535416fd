import { quoteIdentifier } from '../sql/quoted.ts'
import { literal, type Names } from './names.ts'
import { rows, run, type RowRequest } from './rows.server.ts'

/** Finds or creates a project's database with what keeps its records right. Every statement may be repeated, so a kill in between does no harm. */
export async function ensureProject(at: RowRequest, names: Names, project_id: string): Promise<void> {
  const database = names.database(project_id)
  const known = await rows(
    at,
    `select 1 from information_schema.tables where table_schema = ${literal(database)} and table_name = '_weft_batches'`,
  )
  if (known.length > 0) return
  const [own] = await rows<{ collation: string }>(at, 'select @@collation_database as collation')
  const id = 'char(36) character set ascii collate ascii_bin not null'
  await run(
    at,
    `create database if not exists ${quoteIdentifier(database)} character set utf8mb4 collate ${own!.collation}`,
  )
  await run(
    at,
    `create table if not exists ${names.own(project_id, 'structures')} (structure_id ${id}, fingerprint char(32) not null, definition json not null, noted_at datetime(6) not null default current_timestamp(6), primary key (structure_id, fingerprint))`,
  )
  await run(
    at,
    `create table if not exists ${names.own(project_id, 'writers')} (job ${id}, step varchar(200) not null, attempt int not null, primary key (job, step))`,
  )
  await run(
    at,
    `create table if not exists ${names.own(project_id, 'batches')} (job ${id}, step varchar(200) not null, batch bigint not null, outcome json not null, written_at datetime(6) not null default current_timestamp(6), primary key (job, step, batch))`,
  )
}

/** Forgets what a project remembers of jobs that are gone. Who may write for them goes first: nobody writes what is not remembered. */
export async function forgetMarkers(at: RowRequest, names: Names, project_id: string, jobs: string[]): Promise<void> {
  const known = await rows(
    at,
    `select 1 from information_schema.tables where table_schema = ${literal(names.database(project_id))} and table_name = '_weft_batches'`,
  )
  if (known.length === 0) return
  for (const table of ['writers', 'batches'] as const)
    await run(at, `delete from ${names.own(project_id, table)} where job in (${jobs.map(literal).join(', ')})`)
}

export const dropProject = async (at: RowRequest, names: Names, project_id: string) =>
  void (await run(at, `drop database if exists ${quoteIdentifier(names.database(project_id))}`))
