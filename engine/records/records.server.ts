import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { Records, RecordWriter, WriteMode } from '@weft/kit/define/step-context.ts'
import type { RecordStore } from './store.ts'
import { recordStore } from './store.server.ts'
import { keepingOf, keyFieldOf, type Structure } from './structure.ts'
import { findWritten } from './references.server.ts'
import type { Ground } from './structures.server.ts'
import { tryWriting } from './writing/try-writing.server.ts'
import { isTraced, noteTraced, noteWriting, type Writing } from './writing/note-writing.server.ts'
import { openRecordComparison } from './writing/comparison.server.ts'
import { openWriter } from './writing/writer.server.ts'
import type { FusingWriter } from './writing/lines.ts'

const texts = defineMessages({
  unknownKey: { en: 'The key field {field} does not exist.', de: 'Das Schlüsselfeld {field} gibt es nicht.' },
  badId: { en: '{id} is no id of a record.', de: '{id} ist keine Kennung eines Datensatzes.' },
  noKey: { en: 'The data structure has no primary key.', de: 'Die Datenstruktur hat keinen Primärschlüssel.' },
})

/** The records of one project, for the steps of its workflows. */
export function openRecords({ db, databases }: Ground, scope: ProjectScope): Records {
  const store = () => recordStore(databases, scope.tenant_id)
  const known = new Map<string, { structure: Promise<Structure>; until: number }>()

  function structureNow(id: string): Promise<Structure> {
    const structure = inScope(db, scope, (trx) => findWritten(trx, id))
    known.set(id, { structure, until: Date.now() + 5000 })
    structure.catch(() => known.delete(id))
    return structure
  }
  /** For what is asked with every record. Whoever opens something reads it anew: a field that was just added is written. */
  function structureOf(id: string): Promise<Structure> {
    const found = known.get(id)
    return found && found.until > Date.now() ? found.structure : structureNow(id)
  }

  let noted = ''
  /** The structure a step of a job begins to write into: noted, and its versions know from now on who replaces them. */
  async function writtenBy(id: string, by: Writing): Promise<Structure> {
    const [structure, isReady] = await inScope(db, scope, async (trx) => {
      const found = await findWritten(trx, id)
      const ready = keepingOf(found) === 'nothing' || (await isTraced(trx, id))
      if (ready) await noteWriting(trx, id, by)
      return [found, ready] as const
    })
    if (!isReady) {
      await (await store()).undo.trace(structure)
      await inScope(db, scope, async (trx) => {
        await noteTraced(trx, id)
        await noteWriting(trx, id, by)
      })
    }
    known.set(id, { structure: Promise.resolve(structure), until: Date.now() + 5000 })
    return structure
  }

  return {
    async open({ structure_id, mode, key: given, job_id, step, attempt }) {
      const structure = await writtenBy(structure_id, { job_id, step, mode })
      const key = keyOf(structure, given)
      const own = await store()
      if (structure.structure_check) await own.check(structure)
      const target = { structure, mode, key, job_id, step, attempt }
      const writer = await openWriter(own.writing(target), target)
      return {
        layout: writer.layout,
        write: (records, batch) => writer.write(records, batch),
        async finish() {
          await writer.close()
          await own.finish(target, { wroteAny: writer.wroteAny })
        },
        close: () => writer.close(),
      } satisfies FusingWriter as RecordWriter
    },
    async compare({ structure_id, mode, key: given }) {
      // What a record refers to may be what another step of the same test run would have written.
      const { references: _, ...structure } = await structureNow(structure_id)
      return comparing(await store(), structure, { mode, key: given })
    },
    async *read({ structure_id, ...source }, cursor) {
      yield* (await store()).read(await structureNow(structure_id), source, cursor)
    },
    async lookup({ structure_id, ...query }) {
      return (await store()).lookup(await structureOf(structure_id), query)
    },
    async mark({ structure_id, ...target }) {
      return (await store()).mark(await structureOf(structure_id), target)
    },
    async remove({ structure_id, ids, job_id, step }) {
      const writing = [structure_id, job_id, step].join(' ')
      const structure = await (noted === writing
        ? structureOf(structure_id)
        : writtenBy(structure_id, { job_id, step, mode: 'remove' }))
      noted = writing
      return (await store()).remove(structure, idsOnly(ids), job_id)
    },
  }
}

type Compared = Parameters<Records['compare']>[0]

/** What writing records would do, be it that what they refer to is there. */
export async function openComparison(
  { db, databases }: Ground,
  scope: ProjectScope,
  { structure_id, ...how }: Compared,
): ReturnType<Records['compare']> {
  const structure = await inScope(db, scope, (trx) => findWritten(trx, structure_id))
  return comparing(await recordStore(databases, scope.tenant_id), structure, how)
}

async function comparing(store: RecordStore, structure: Structure, { mode, key }: Omit<Compared, 'structure_id'>) {
  if (structure.structure_check) await store.check(structure)
  const target = { structure, mode, key: keyOf(structure, key), ...nobody }
  return openRecordComparison(store.writing(target), target)
}

/** What writing would refuse of records. Nothing is written. */
export async function refusedByWriting(
  { db, databases }: Ground,
  scope: ProjectScope,
  { structure_id, mode, key }: { structure_id: string; mode: WriteMode; key?: string[] },
  records: DataRecord[],
): Promise<Rejected[]> {
  const structure = await inScope(db, scope, (trx) => findWritten(trx, structure_id))
  const target = { structure, mode, key: keyOf(structure, key), job_id: crypto.randomUUID(), step: 'try', attempt: 1 }
  return tryWriting((await recordStore(databases, scope.tenant_id)).writing(target), target, records)
}
/** Nothing is written, so nobody needs to be known as the writer. */
const nobody = { job_id: '', step: '', attempt: 0 }

function idsOnly(ids: string[]): string[] {
  for (const id of ids) if (!/^\d{1,18}$/.test(id)) throw invalidField('ids', texts.badId({ id }))
  return ids
}

function keyOf(structure: Structure, given: string[] | undefined): string[] {
  if (given && given.length > 0) {
    for (const field of given)
      if (!structure.fields.some((f) => f.name === field)) throw invalidField('key', texts.unknownKey({ field }))
    return given
  }
  const key = keyFieldOf(structure)
  if (!key) throw new Invalid('NO_PRIMARY_KEY', texts.noKey())
  return [key.name]
}
