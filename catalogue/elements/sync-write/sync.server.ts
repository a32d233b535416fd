import { recordId } from '@weft/kit/connections/record-id.ts'
import { toTimestamp } from '@weft/kit/define/compare.ts'
import type { Step } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { FieldMarks, SyncedPair, SyncedState } from '@weft/kit/define/synced.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { openThere, type Candidate, type Settings } from './there.server.ts'
import { verdictOf, type Verdict, type Winner } from './verdict.ts'

const texts = defineMessages({
  noId: { en: 'The field {field} with the id of here is empty.', de: 'Das Feld {field} mit der Id von hier ist leer.' },
  notNoted: {
    en: 'This record has not come through “Two-way sync: changes”.',
    de: 'Dieser Datensatz ist nicht durch „Zwei-Wege-Abgleich: Änderungen“ gekommen.',
  },
  conflict: {
    en: 'Both sides have changed this record since they agreed: {changes}. Retried, as it is or corrected, it holds on both sides.',
    de: 'Beide Seiten haben diesen Datensatz geändert, seit sie übereinstimmten: {changes}. Wird er wiederholt, so wie er ist oder berichtigt, gilt er auf beiden Seiten.',
  },
  gone: {
    en: 'The record {id} of {table} was deleted there and has changed here since. Retried it is inserted again.',
    de: 'Der Datensatz {id} in {table} wurde dort gelöscht und hat sich hier seither geändert. Wird er wiederholt, wird er wieder eingefügt.',
  },
  mayBeTwice: {
    en: '{count, plural, one {One record} other {# records}} of a batch whose answer was lost may be there twice: nothing tells them apart from what is there. “Recognise by” or “Exactly once” prevents it.',
    de: '{count, plural, one {Ein Datensatz} other {# Datensätze}} eines Stapels, dessen Antwort verloren ging, {count, plural, one {ist} other {sind}} vielleicht doppelt vorhanden: Nichts unterscheidet sie von dem, was dort steht. „Erkennen an“ oder „Genau einmal“ verhindert das.',
  },
  unknown: {
    en: '{count, plural, one {One record was} other {# records were}} inserted without a cross-reference: the other system has not told its id.',
    de: '{count, plural, one {Ein Datensatz wurde} other {# Datensätze wurden}} ohne Zuordnung eingefügt: Das andere System hat die Id nicht genannt.',
  },
})

export type Done = { inserted: number; changed: number; left: number }
type Met = Candidate & { known: SyncedState | undefined; theirs: FieldMarks | undefined; verdict: Verdict }
type There = Awaited<ReturnType<typeof openThere>>

/** Opens the other side and brings batches there. */
export async function openSync(step: Step<Settings>) {
  const session = await step.context.connections.open(step.settings.connection)
  try {
    const there = await openThere(step, session)
    return {
      write: (records: readonly DataRecord[], number: number, isRepeated: boolean) =>
        synchronise(step, there, { records, number, isRepeated }),
      async close() {
        await there.close()
        await session.close()
      },
    }
  } catch (error) {
    await session.close()
    throw error
  }
}

type Batch = { records: readonly DataRecord[]; number: number; isRepeated: boolean }

async function synchronise(step: Step<Settings>, there: There, { records, number, isRepeated }: Batch) {
  const { reference: name, side } = step.settings
  const { synced, references } = step.context
  const rejected: Rejected[] = []
  const { current, overtaken } = await readHere(step, records, rejected)
  const seen = await meet(step, there, await there.find(current, rejected))
  const met = await stillRead(step, seen, overtaken)

  const asked = met.filter(({ verdict }) => verdict.kind === 'ask')
  rejected.push(...asked.map((one) => question(step, one)))
  const changed = await change(there, met, rejected)
  const left = met.filter(({ verdict }) => verdict.kind === 'leave')
  const toInsert = met.filter(({ verdict }) => verdict.kind === 'insert')
  if (isRepeated) warnOfTwice(step, there, toInsert)
  const inserted = await insert(step, there, { candidates: toInsert, number }, rejected)

  const pairs = [...inserted, ...[...changed, ...left].map(agreedPair)]
  const isPaired = new Set(met.flatMap((one) => (one.isPaired && one.verdict.kind !== 'insert' ? [one.id] : [])))
  const fresh = pairs.flatMap(({ id, other }) => (other === undefined || isPaired.has(id) ? [] : [{ id, other }]))
  await references.set(
    name,
    fresh.map(({ id, other }) => (side === 'left' ? { left: id, right: other } : { left: other, right: id })),
  )
  await synced.agree({ name, side }, pairs)
  await synced.hold({ name, side }, held(current, asked, rejected))

  const otherOf = new Map(pairs.map(({ id, other }) => [id, other]))
  const brought = current.flatMap(({ id, record }) => {
    const other = otherOf.get(id)
    return otherOf.has(id) ? [other === undefined ? record : { ...record, [there.key]: other }] : []
  })
  const done: Done = { inserted: inserted.length, changed: changed.length, left: left.length + overtaken.length }
  return { exits: { synced: [...brought, ...overtaken] }, rejected, done }
}

/** Of records with one id the last one counts, and none that was read or written anew since this run has read it. */
async function readHere({ settings, context }: Step<Settings>, records: readonly DataRecord[], rejected: Rejected[]) {
  const { reference: name, side, reference_field: field } = settings
  const last = new Map<string, DataRecord>()
  const overtaken: DataRecord[] = []
  for (const record of records) {
    const id = recordId(fieldOf(record, field))
    if (id === undefined) rejected.push({ record, field, reason: texts.noId({ field }) })
    else {
      if (last.has(id)) overtaken.push(last.get(id)!)
      last.set(id, record)
    }
  }
  const known = await context.synced.known({ name, side }, [...last.keys()])
  const current: { id: string; record: DataRecord }[] = []
  for (const [id, record] of last) {
    const state = known.get(id)
    if (!state) rejected.push({ record, reason: texts.notNoted() })
    else if (state.own) current.push({ id, record })
    else overtaken.push(record)
  }
  return { current, overtaken }
}

/** What becomes of each, beside what stands there and what is known of it. */
async function meet({ settings, context }: Step<Settings>, there: There, candidates: Candidate[]): Promise<Met[]> {
  const { synced } = context
  const others = candidates.flatMap(({ other }) => other ?? [])
  const states = await synced.known(there.place, others)
  return candidates.map((one) => {
    const { id: _, other, record, row, isPaired } = one
    const known = other === undefined ? undefined : states.get(other)
    const theirs = row && there.marksOf(other!, row)
    const ours = row ? there.sentMarks(other!, record) : {}
    const { seen, held } = known ?? {}
    const winner = () => winnerOf(settings, record, row)
    const verdict = verdictOf({ ours, theirs, seen, held, isPaired, isRetry: synced.isRetry, winner })
    return { ...one, known, theirs, verdict }
  })
}

/**
 * Those that this run has still read last: had the other direction agreed on one while it was compared, what it has written would look
 * like something nobody has changed, and would be overwritten by what it has replaced.
 */
async function stillRead({ settings, context }: Step<Settings>, met: readonly Met[], overtaken: DataRecord[]) {
  const { reference: name, side } = settings
  const known = await context.synced.known(
    { name, side },
    met.map(({ id }) => id),
  )
  const isOwn = ({ id }: Met) => known.get(id)?.own === true
  overtaken.push(...met.filter((one) => !isOwn(one)).map(({ record }) => record))
  return met.filter(isOwn)
}

/** Of two changes of the same moment that of the first system holds, seen from either side. */
function winnerOf(
  { conflict, side, changed_here, changed_there }: Settings,
  record: DataRecord,
  row?: DataRecord,
): Winner {
  if (conflict === 'ask') return 'ask'
  if (conflict !== 'newest') return conflict === side ? 'here' : 'there'
  const [here, there] = [toTimestamp(fieldOf(record, changed_here!)), toTimestamp(row?.[changed_there!])]
  if (here === undefined || there === undefined) return 'ask'
  return here > there || (here === there && side === 'left') ? 'here' : 'there'
}

async function change(there: There, met: readonly Met[], rejected: Rejected[]): Promise<Met[]> {
  const changes = new Map(met.flatMap((one) => (one.verdict.kind === 'change' ? [[one, one.verdict.fields]] : [])))
  const refused = await there.change(changes, rejected)
  return [...changes.keys()].filter((one) => !refused.has(one))
}

const agreedPair = ({ id, other, known, theirs, verdict }: Met): SyncedPair => ({
  id,
  other,
  marks: 'agreed' in verdict ? verdict.agreed : {},
  noted: known?.noted,
  ...(verdict.kind === 'change' && {
    replaced: picked(theirs!, verdict.fields),
    ...(verdict.all && { written: picked(verdict.agreed, verdict.fields) }),
  }),
})

const picked = (marks: FieldMarks, fields: readonly string[]): FieldMarks =>
  Object.fromEntries(fields.map((field) => [field, marks[field] ?? '']))

/** What was sent is known to be there, and what is empty. What the other system has filled in itself the other direction is to bring. */
async function insert(
  step: Step<Settings>,
  there: There,
  { candidates, number }: { candidates: readonly Met[]; number: number },
  rejected: Rejected[],
): Promise<SyncedPair[]> {
  const inserted = await there.insert(candidates, number, rejected)
  const unknown = inserted.filter(({ other }) => other === undefined).length
  if (unknown > 0) step.log('warning', texts.unknown({ count: unknown }))
  const rows = await there.rowsOf(inserted.flatMap(({ other }) => other ?? []))
  return inserted.map(({ candidate: { id, record }, other: told }) => {
    if (told === undefined) return { id }
    const row = rows.get(told) ?? {}
    // As it will be read: 7, where 007 was written.
    const other = recordId(row[there.key]) ?? told
    const empty = Object.entries(there.marksOf(other, row)).filter(([, mark]) => mark === '')
    return { id, other, marks: { ...Object.fromEntries(empty), ...there.sentMarks(other, record) } }
  })
}

function warnOfTwice(step: Step<Settings>, there: There, candidates: readonly Met[]): void {
  const { exactly_once, match } = step.settings
  const count = candidates.filter(({ record }) => recordId(record[there.key]) === undefined).length
  if (count > 0 && !exactly_once && match.length === 0) step.log('warning', texts.mayBeTwice({ count }))
}

/** What was refused waits for somebody as it is: read once more it is no change. */
function held(
  current: readonly { id: string; record: DataRecord }[],
  asked: readonly Met[],
  rejected: readonly Rejected[],
): SyncedPair[] {
  const isRefused = new Set(rejected.map(({ record }) => record))
  const about = new Map(asked.map(({ id, other, theirs }) => [id, { other, marks: theirs ?? {} }]))
  return current.flatMap(({ id, record }) => (isRefused.has(record) ? [{ id, ...about.get(id) }] : []))
}

function question({ settings }: Step<Settings>, { record, row, other, verdict }: Met): Rejected {
  const about = verdict.kind === 'ask' ? verdict.about : []
  if (!row) return { record, reason: texts.gone({ id: other!, table: settings.table }) }
  const changes = about.slice(0, 5).map((field) => `${field} “${shown(record[field])}” ↔ “${shown(row[field])}”`)
  const [field] = about
  return {
    record,
    ...(field !== undefined && { field, value: record[field] }),
    reason: texts.conflict({ changes: [...changes, ...(about.length > 5 ? ['…'] : [])].join(', ') }),
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
