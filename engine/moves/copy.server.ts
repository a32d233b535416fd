import type { Kysely } from 'kysely'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import type { RecordStore } from '../records/store.ts'
import { keepingOf, type Structure } from '../records/structure.ts'
import { structureFrom } from '../records/structures.server.ts'
import { checksumOf } from '../records/transfer.ts'
import { texts } from './texts.ts'

/** Tells how far it is; what is said `now` is told in any case. */
type Progress = (
  change: { tables?: number; tables_done?: number; records?: number; records_done?: number; checks?: string },
  more?: { now?: boolean },
) => Promise<void>
export type Projects = Awaited<ReturnType<typeof projectsOf>>
type Stores = { source: RecordStore; target: RecordStore }

/** Copies every record of a tenant with its versions and markers. Goes on behind the last record an earlier try has copied. */
export async function copyRecords(projects: Projects, stores: Stores, told: Progress): Promise<void> {
  const structures = projects.flatMap(({ structures }) => structures)
  const counts = new Map<string, number>()
  for (const structure of structures) counts.set(structure.id, await stores.source.transfer.count(structure))
  const records = [...counts.values()].reduce((sum, n) => sum + n, 0)
  let [tables_done, records_done] = [0, 0]
  await told({ tables: structures.length, records, tables_done, records_done }, { now: true })
  for (const { id, structures } of projects) {
    await stores.target.ensureProject(id)
    if (structures.length === 0) continue
    for (const structure of structures) {
      await stores.target.apply(structure, { accept_losses: false }).catch((error: Error) => {
        throw new Conflict(
          'STRUCTURE_UNFIT',
          texts.unfit({ table: structure.table_name, label: structure.label, detail: error.message }),
          { cause: error },
        )
      })
      const before = records_done
      await copyTable(stores, structure, async (copied) => {
        records_done = before + copied
        await told({ records_done })
      })
      await told({ tables_done: ++tables_done, records_done }, { now: true })
    }
    await stores.target.transfer.putMarkers(id, await stores.source.transfer.markers(id))
  }
}

async function copyTable({ source, target }: Stores, structure: Structure, told: (copied: number) => Promise<void>) {
  const after = await target.transfer.lastId(structure)
  let copied = after === '0' ? 0 : await target.transfer.count(structure)
  for await (const rows of source.transfer.dump(structure, after)) {
    await target.transfer.load(structure, rows)
    copied += rows.length
    await told(copied)
  }
  await target.transfer.setNextId(structure, await source.transfer.nextId(structure))
  if (keepingOf(structure) !== 'nothing')
    await target.transfer.putVersions(structure, source.transfer.versions(structure))
}

type Check = { project_id: string; table: string; records: number; checksum: string }

/** Reads both databases once more and compares every table; throws for the first that differs. */
export async function checkRecords(projects: Projects, { source, target }: Stores, told: Progress): Promise<void> {
  const checks: Check[] = []
  for (const { id, structures } of projects)
    for (const structure of structures) {
      const [there, here] = [await sumOf(source, structure), await sumOf(target, structure)]
      const counted = await source.transfer.count(structure)
      if (counted !== here.records || there.records !== here.records || there.checksum !== here.checksum)
        throw new Conflict('MOVE_DIFFERS', texts.different({ table: structure.table_name }))
      checks.push({ project_id: id, table: structure.table_name, ...here })
    }
  await told({ checks: JSON.stringify(checks) }, { now: true })
}

/** How many records a structure has, and a sum over all of them that is the same wherever they lie. */
export async function sumOf({ transfer }: RecordStore, structure: Structure) {
  const sum = checksumOf(structure)
  let records = 0
  for await (const rows of transfer.dump(structure, '0')) {
    sum.add(rows)
    records += rows.length
  }
  return { records, checksum: sum.hex() }
}

/** A tenant's projects with the structures whose records lie in its database. */
export async function projectsOf(db: Kysely<Tables>, tenant_id: string) {
  return inScope(db, { level: 'tenant', tenant_id }, async (trx) => {
    const projects = await trx.selectFrom('projects').select('id').orderBy('created_at').execute()
    const rows = await trx.selectFrom('data_structures').selectAll().orderBy('created_at').execute()
    return projects.map(({ id }) => ({
      id,
      structures: rows.filter((row) => row.project_id === id).map(structureFrom),
    }))
  })
}
