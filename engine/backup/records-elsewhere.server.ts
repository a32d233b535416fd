import type { Database } from '@weft/kit/database/connect.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { projectsOf, sumOf } from '../moves/copy.server.ts'
import { storeIn } from '../records/store.server.ts'
import type { RecordStore } from '../records/store.ts'
import { keepingOf, type Structure } from '../records/structure.ts'
import { checksumOf, type Markers, type Version } from '../records/transfer.ts'
import { connectionsElsewhere } from './connections-elsewhere.server.ts'
import type { Elsewhere } from './elsewhere.ts'
import { readLines, writeLines } from './json-lines.server.ts'
import { atOneMoment } from './one-moment.server.ts'

type Projects = Awaited<ReturnType<typeof projectsOf>>

/** The lines of a part, in this order: a project, then each of its structures with records, versions and sum, then its markers. */
type Line =
  | { project: string }
  | { structure: string; next_id: string }
  | { rows: (string | null)[][] }
  | { versions: Version[] }
  | { records: number; checksum: string }
  | { markers: Markers }

/** The tenants' records that lie on other servers, as they are defined at this moment. */
export async function recordsElsewhere(db: Database, keys: Keyring, own: { noneOwn: boolean }): Promise<Elsewhere[]> {
  const found = await connectionsElsewhere(db, 'tenant', own)
  const all: Elsewhere[] = []
  for (const { tenant, ...connection } of found) {
    const { tenant_id, database, host, port } = connection
    const projects = await projectsOf(db, tenant_id)
    const part = `records-${tenant_id}.jsonl.zst`
    all.push({
      part,
      where: `the records of ${tenant}: database ${database} on ${host}:${port}`,
      definition: { connection, projects },
      copy: (folder) =>
        atOneMoment(keys, connection, async (place) => ({
          part: await writeLines(folder, part, lines(await storeIn(async () => place), projects)),
          missing: [],
        })),
    })
  }
  return all
}

/** All records of a tenant with their versions and markers. */
async function* lines(store: RecordStore, projects: Projects): AsyncGenerator<Line> {
  for (const { id, structures } of projects) {
    yield { project: id }
    for (const structure of structures) {
      yield { structure: structure.id, next_id: await store.transfer.nextId(structure) }
      const sum = checksumOf(structure)
      let records = 0
      for await (const rows of store.transfer.dump(structure, '0')) {
        sum.add(rows)
        records += rows.length
        yield { rows }
      }
      if (keepingOf(structure) !== 'nothing')
        for await (const versions of store.transfer.versions(structure)) yield { versions }
      yield { records, checksum: sum.hex() }
    }
    if (structures.length > 0) yield { markers: await store.transfer.markers(id) }
  }
}

/** Brings a tenant's records into a database that is empty. Throws where they are not what was written. */
export async function loadRecords(file: string, store: RecordStore, projects: Projects): Promise<void> {
  const structures = new Map(projects.flatMap((project) => project.structures.map((one) => [one.id, one])))
  await readLines<Line>(file, async (next) => {
    let project = ''
    for (let line = await next(); line; line = await next()) {
      if ('project' in line) await store.ensureProject((project = line.project))
      else if ('markers' in line) await store.transfer.putMarkers(project, line.markers)
      else if ('structure' in line) await loadStructure(store, structures.get(line.structure)!, line.next_id, next)
    }
  })
}

async function loadStructure(
  store: RecordStore,
  structure: Structure,
  next_id: string,
  next: () => Promise<Line | undefined>,
) {
  await store.apply(structure, { accept_losses: false })
  let line = await next()
  for (; line && 'rows' in line; line = await next()) await store.transfer.load(structure, line.rows)
  async function* versions() {
    for (; line && 'versions' in line; line = await next()) yield line.versions
  }
  if (keepingOf(structure) !== 'nothing') await store.transfer.putVersions(structure, versions())
  await store.transfer.setNextId(structure, next_id)
  const found = await sumOf(store, structure)
  if (!line || !('checksum' in line) || line.checksum !== found.checksum || line.records !== found.records)
    throw new Error(`The records of ${structure.table_name} are not what was copied.`)
}
