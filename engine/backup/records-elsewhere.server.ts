import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Selectable } from 'kysely'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { projectsOf, sumOf } from '../moves/copy.server.ts'
import { storeIn } from '../records/store.server.ts'
import type { RecordStore } from '../records/store.ts'
import { keepingOf, type Structure } from '../records/structure.ts'
import { checksumOf, type Markers, type Version } from '../records/transfer.ts'
import { writeWithDigest } from './digest.server.ts'
import type { Part } from './manifest.ts'
import { atOneMoment } from './one-moment.server.ts'

type Connection = Selectable<Tables['tenant_connections']>
/** A tenant whose records lie on another server than the installation's, with everything that says what they look like. */
export type Elsewhere = { tenant: string; connection: Connection; projects: Awaited<ReturnType<typeof projectsOf>> }

/** The lines of a part, in this order: a project, then each of its structures with records, versions and sum, then its markers. */
type Line =
  | { project: string }
  | { structure: string; next_id: string }
  | { rows: (string | null)[][] }
  | { versions: Version[] }
  | { records: number; checksum: string }
  | { markers: Markers }

export const partOf = (tenant_id: string) => `records-${tenant_id}.jsonl.zst`
/** Whose records a part of a backup holds, if it holds any. */
export const tenantOfPart = (name: string): string | undefined =>
  /^records-([0-9a-f-]{36})\.jsonl\.zst$/.exec(name)?.[1]

/** The tenants whose records lie on another server, as they are defined at this moment. */
export async function recordsElsewhere(db: Database): Promise<Elsewhere[]> {
  const found = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('tenant_connections as c')
      .innerJoin('tenants as t', 't.id', 'c.tenant_id')
      .leftJoin('database_servers as s', 's.id', 'c.server_id')
      .selectAll('c')
      .select('t.name as tenant')
      .where('c.name', '=', 'tenant')
      .where((eb) => eb.or([eb('s.embedded', 'is', null), eb('s.embedded', '=', false)]))
      .orderBy('t.name')
      .execute(),
  )
  const all: Elsewhere[] = []
  for (const { tenant, ...connection } of found)
    all.push({ tenant, connection, projects: await projectsOf(db, connection.tenant_id) })
  return all
}

/** Writes all records of a tenant with their versions and markers, as of one moment, while others write. */
export async function dumpRecords(keys: Keyring, { connection, projects }: Elsewhere, folder: string): Promise<Part> {
  const name = partOf(connection.tenant_id)
  const written = await atOneMoment(keys, connection, async (place) => {
    const store = await storeIn(async () => place)
    return pipeline(Readable.from(lines(store, projects)), createZstdCompress(), (packed: AsyncIterable<Buffer>) =>
      writeWithDigest(path.join(folder, name), packed),
    )
  })
  return { name, ...written }
}

async function* lines(store: RecordStore, projects: Elsewhere['projects']): AsyncGenerator<string> {
  const line = (value: Line) => `${JSON.stringify(value)}\n`
  for (const { id, structures } of projects) {
    yield line({ project: id })
    for (const structure of structures) {
      yield line({ structure: structure.id, next_id: await store.transfer.nextId(structure) })
      const sum = checksumOf(structure)
      let records = 0
      for await (const rows of store.transfer.dump(structure, '0')) {
        sum.add(rows)
        records += rows.length
        yield line({ rows })
      }
      if (keepingOf(structure) !== 'nothing')
        for await (const versions of store.transfer.versions(structure)) yield line({ versions })
      yield line({ records, checksum: sum.hex() })
    }
    if (structures.length > 0) yield line({ markers: await store.transfer.markers(id) })
  }
}

/** Brings a tenant's records into a database that is empty. Throws where they are not what was written. */
export async function loadRecords(
  file: string,
  store: RecordStore,
  projects: readonly { id: string; structures: readonly Structure[] }[],
): Promise<void> {
  const structures = new Map(projects.flatMap((project) => project.structures.map((one) => [one.id, one])))
  await pipeline(createReadStream(file), createZstdDecompress(), async (unpacked: AsyncIterable<Buffer>) => {
    const all = linesOf(unpacked)
    const next = async () => (await all.next()).value as Line | undefined
    let project = ''
    for (let line = await next(); line; line = await next()) {
      if ('project' in line) await store.ensureProject((project = line.project))
      else if ('markers' in line) await store.transfer.putMarkers(project, line.markers)
      else if ('structure' in line) await loadStructure(store, structures.get(line.structure)!, line.next_id, next)
    }
  })
}

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(piece)).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as Line
  }
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
