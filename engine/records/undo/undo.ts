import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Structure } from '../structure.ts'

export const undoActions = ['remove', 'put_back', 'bring_back'] as const
/** What taking a run back does with a record: one that it made goes, one that it changed or removed is again as before. */
export type UndoAction = (typeof undoActions)[number]

/** A record as it is and as it will be; null where there is none. */
export type UndoSample = { action: UndoAction; id: string; now: DataRecord | null; then: DataRecord | null }
/** How many records each action meets, and how many stand because something newer was written on them. */
export type UndoPlan = Record<UndoAction | 'stands', number> & { samples: UndoSample[] }

export type UndoPart = {
  job_id: string
  /** Known afterwards as the writer of what it does. */ by: string
  action: UndoAction
  /** Records behind this id. */ after: string
}
/** How far a part has come: the id it ended with, none where nothing is left behind it. `left` could not be done. */
export type UndoProgress = { last: string | undefined; done: number; left: number }

/** What taking back a run needs of a kind of database. */
export type RecordUndo = {
  /** From now on kept versions know which job has replaced them. May be repeated. */
  trace(structure: Structure): Promise<void>
  plan(structure: Structure, job_id: string): Promise<UndoPlan>
  /** Does some of it in one transaction, each record looked at again while it is held. */
  part(structure: Structure, part: UndoPart): Promise<UndoProgress>
  /** Forgets some of what runs have changed longer ago, where it is kept for a while; says how much that was. */
  forget(structure: Structure, days: number): Promise<number>
}

/** So many records are dealt with in one transaction. */
const partSize = 500
const samplesOfEach = 3
/** So much of what was kept is forgotten in one statement. */
export const forgottenAtOnce = 5_000

/** A record that is met, with the version from which on it is taken back. */
export type Met = { _id: string; first: number; action: UndoAction | 'stands' | 'nothing' }
export type Found = Met & { total: number }

/** How a kind of database says what is asked of a table and of its kept versions. */
export type UndoSql = {
  table: string
  versions: string
  /** The job that is taken back, as a literal. */ job: string
  /** Whether every change is kept, not only those of runs. */ is_whole: boolean
  differ(a: string, b: string): string
  /** Which job had written a kept version. */
  writer(alias: string): string
  /** Whether a kept version has just the fields of today. */
  fits(alias: string): string
}

/**
 * What taking back a job means for each record it has written. What was taken back before is as if it had never been. A record stands
 * when anything after the job's first change of it was done by somebody else, be it that they only confirmed it. Where only runs' changes
 * are kept, a version that is missing in the row of them tells of somebody who has changed the record by hand.
 */
export function metSql(sql: UndoSql, { among, most }: { among: (id: string) => string; most?: number }): string {
  const { table, versions, job, differ, writer, fits, is_whole } = sql
  const bounded = most === undefined ? '' : ` order by 1 limit ${most}`
  const { live, own, kept, made, unseen } = conditionsOf(sql)
  const last = `(select max(l._version) from ${versions} l where l._id = m._id)`
  const goneByHand = `t._id is null and not ${kept('m', `o._operation = 'delete' and o._version = ${last}`)}`
  const changedByHand = unseen('m', `coalesce(t._version, ${last} + 1)`, 'm.first')
  // The job itself had written what it then found: in between there was somebody, or there would be a change to begin with.
  const ownBefore = `not ${kept('m', `o._version = m.first and ${own('o')} and ${differ(writer('o'), job)}`)}`
  return `select m._id, m.first, case
      when not ${kept('m', `${own('o')} and o._operation <> 'touch'`)} then 'nothing'
      ${is_whole ? '' : `when ${goneByHand} then 'nothing'`}
      when ${kept('m', `o._version >= m.first and ${live('o')} and ${differ('o._by', job)}`)} then case when t._id is null then 'nothing' else 'stands' end
      ${is_whole ? '' : `when ${changedByHand} then case when t._id is null then 'nothing' else 'stands' end`}
      when ${kept('m', `o._version < m.first and ${writer('o')} = ${job}`)} then 'stands'
      when m.first = 1 and ${made('m')} then case when t._id is null then 'nothing' else 'remove' end
      ${is_whole ? '' : `when ${ownBefore} then 'stands'`}
      when not ${kept('m', `o._version = m.first and ${own('o')} and ${fits('o')}`)} then 'stands'
      when t._id is null then 'bring_back' else 'put_back' end as action
    from (select v._id, min(v._version) as first from ${versions} v where ${own('v')} and ${among('v._id')} group by v._id${bounded}) m left join ${table} t on t._id = m._id
    union all
    select n._id, 1, 'remove' from (select t._id from ${table} t where ${madeOnly(sql)} and ${among('t._id')}${bounded}) n`
}

function conditionsOf({ versions, job, differ, writer }: UndoSql) {
  const live = (alias: string) => `not ${alias}._undone`
  const own = (alias: string) => `${alias}._by = ${job} and ${live(alias)}`
  const kept = (of: string, condition: string) =>
    `exists (select 1 from ${versions} o where o._id = ${of}._id and ${condition})`
  const made = (of: string) =>
    `${kept(of, `o._version = 1 and ${writer('o')} = ${job}`)} and not ${kept(of, `o._version = 1 and ${differ(writer('o'), job)}`)}`
  const unseen = (of: string, version: string, first: string) =>
    `${version} - ${first} <> (select count(distinct o._version) from ${versions} o where o._id = ${of}._id and o._version >= ${first} and o._operation <> 'touch')`
  return { live, own, kept, made, unseen }
}

/** A record the job has made and nobody has changed since. */
function madeOnly(sql: UndoSql): string {
  const { live, kept, made, unseen } = conditionsOf(sql)
  const unchanged = sql.is_whole ? '' : ` and not (${unseen('t', 't._version', '1')})`
  return `t._job_id = ${sql.job} and not ${kept('t', live('o'))} and (t._version = 1 or ${made('t')})${unchanged}`
}

/** How many records each action meets, with the first few of them. */
export const planSql = (sql: UndoSql) =>
  `select _id, first, action, total from (select c._id, c.first, c.action, count(*) over (partition by c.action) as total, row_number() over (partition by c.action order by c._id) as place from (${metSql(sql, { among: () => 'true' })}) c) numbered where place <= ${samplesOfEach} order by action, _id`

/** Records the job has made, and that somebody else has written on since. */
export function builtOnSql(sql: UndoSql): string {
  const { table, versions, job, differ, writer, is_whole } = sql
  const { own, kept } = conditionsOf(sql)
  if (is_whole)
    return `select count(distinct v._id) as total from ${versions} v join ${table} t on t._id = v._id where v._version = 1 and ${writer('v')} = ${job} and not v._undone and ${differ('v._by', job)} and not exists (select 1 from ${versions} o where o._id = v._id and o._by = ${job} and not o._undone)`
  const onByRun = `t._id in (select v._id from ${versions} v where ${writer('v')} = ${job} and not v._undone and ${differ('v._by', job)})`
  return `select count(*) as total from ${table} t where not ${kept('t', own('o'))} and (${onByRun} or (t._job_id = ${job} and not (${madeOnly(sql)})))`
}

/** Some of what is met, in the order of the ids. */
export const someSql = (sql: UndoSql, after: string) =>
  `select _id, first, action from (${metSql(sql, { among: (id) => `${id} > ${after}`, most: partSize })}) c order by _id limit ${partSize}`

/** The kept version each record was before the job, one row each. */
export const formerSql = ({ versions, job }: UndoSql, met: Met[]) =>
  `(select * from (select v.*, row_number() over (partition by v._id order by case when v._operation = 'touch' then 0 else 1 end, v._replaced_at) as _place from ${versions} v where v._by = ${job} and not v._undone and (v._id, v._version) in (${met.map(({ _id, first }) => `(${_id}, ${first})`).join(', ')})) placed where _place = 1)`

export const doneSql = ({ versions }: UndoSql, met: Met[]) =>
  `update ${versions} set _undone = true where ${met.map(({ _id, first }) => `(_id = ${_id} and _version >= ${first})`).join(' or ')}`

export function planOf(found: Found[], built_on: number, samples: UndoSample[]): UndoPlan {
  const total = (action: Met['action']) => Number(found.find((one) => one.action === action)?.total ?? 0)
  return {
    remove: total('remove'),
    put_back: total('put_back'),
    bring_back: total('bring_back'),
    stands: total('stands') + built_on,
    samples,
  }
}

export const sampled = (found: Found[]) =>
  found.filter((one): one is Found & { action: UndoAction } => undoActions.some((action) => action === one.action))

/** Does all at once; where a record stands against it, one after the other, and leaves those that cannot be. */
export async function doOrLeave(
  met: Met[],
  act: (some: Met[]) => Promise<void>,
  attempt: (work: () => Promise<void>) => Promise<boolean>,
): Promise<number> {
  if (met.length === 0 || (await attempt(() => act(met)))) return met.length
  let done = 0
  for (const one of met) if (await attempt(() => act([one]))) done++
  return done
}

export function progressOf(some: Met[], wanted: number, done: number): UndoProgress {
  return { last: some.length < partSize ? undefined : some.at(-1)!._id, done, left: wanted - done }
}
