import type { StructureField } from '@weft/kit/define/structure.ts'
import type { WriteMode } from '@weft/kit/define/step-context.ts'
import type { Structure } from '../structure.ts'
import { columnType, defaultSql, hashedFields } from './columns.ts'
import { literal, tableOf } from './names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'

/**
 * The staging table of a structure in one session: the fields without any condition, the line's number and which fields it does not
 * speak of. It empties itself at the end of each transaction.
 */
export const stageName = (structure: Structure) =>
  `_stage_${structure.id.replaceAll('-', '').slice(0, 16)}_${structure.version}`
export const stageSql = (structure: Structure) =>
  `create temp table if not exists ${stageName(structure)} (${structure.fields.map((field) => `${quoteIdentifier(field.name)} ${columnType(field)}`).join(', ')}, _n int, _absent text) on commit delete rows`

type Merge = {
  structure: Structure
  mode: WriteMode
  key: string[]
  /** One letter a field; `1` is left alone. */
  absent: string
  /** Where the lines are: the staging table, or what `linesSql` wrote. */
  from?: string
  job?: string
}

export const keyIsUnique = (structure: Structure, key: string[]) =>
  key.length === 1 && structure.fields.some((f) => f.name === key[0] && (f.primary_key || f.unique))

/** The statements that bring the staged lines, all speaking of the same fields, into the table. `$1` is the job. */
export function mergeSql({
  structure,
  mode,
  key,
  absent,
  from = `${stageName(structure)} s`,
  job = '$1::uuid',
}: Merge): string[] {
  const table = tableOf(structure)
  const given = structure.fields.filter((_, i) => absent[i] !== '1')
  const whole = given.length === structure.fields.length && hashedFields(structure).length === structure.fields.length
  const columns = given.map((field) => quoteIdentifier(field.name)).join(', ')
  const insert = `insert into ${table} as t (${columns}, _job_id) select ${columns}, ${job} from ${from}`
  const sets = given.filter((field) => !key.includes(field.name))

  if (mode === 'insert') return [insert]
  if (mode !== 'update' && keyIsUnique(structure, key)) {
    const conflict = `on conflict (${quoteIdentifier(key[0]!)}) do update set ${assignments(sets, 'excluded', { mode, whole, job })}`
    return [`${insert} ${conflict}${mode === 'replace' ? '' : ` where ${differs(sets, 'excluded', whole)}`}`]
  }
  const match = key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')
  const update = `update ${table} t set ${assignments(sets, 's', { mode, whole: false, job })} from ${from} where ${match}${mode === 'replace' ? '' : ` and ${differs(sets, 's', false)}`}`
  return mode === 'update' ? [update] : [update, `${insert} where not exists (select from ${table} t where ${match})`]
}

/** A few lines written out as a table of their own, so that one round trip does it all. */
export function linesSql(structure: Structure, lines: string[]): string {
  const rows = lines.map(
    (line) =>
      `(${line
        .split('\t')
        .map((text, i) => `${text === '\\N' ? 'null' : literal(unescaped(text))}::${columnType(structure.fields[i]!)}`)
        .join(', ')})`,
  )
  return `(values ${rows.join(', ')}) as s (${structure.fields.map((field) => quoteIdentifier(field.name)).join(', ')})`
}

const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t' }
export const unescaped = (text: string) =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter) : text

/** The same where the lines speak of different fields: `_absent` says which. */
export function raggedSql({ structure, mode, key }: Pick<Merge, 'structure' | 'mode' | 'key'>): string[] {
  const table = tableOf(structure)
  const stage = stageName(structure)
  const { fields } = structure
  const isAbsent = (field: StructureField) => `substr(s._absent, ${fields.indexOf(field) + 1}, 1) = '1'`
  const match = key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')
  const names = fields.map((field) => quoteIdentifier(field.name)).join(', ')
  const resolved = `(select ${key.map((name) => `s.${quoteIdentifier(name)} as _key_${name}`).join(', ')}, ${fields
    .map(
      (field) =>
        `case when ${isAbsent(field)} then t.${quoteIdentifier(field.name)} else s.${quoteIdentifier(field.name)} end as ${quoteIdentifier(field.name)}`,
    )
    .join(', ')} from ${stage} s join ${table} t on ${match})`
  const sets = fields.filter((field) => !key.includes(field.name))
  const update = `update ${table} t set ${assignments(sets, 's', { mode, whole: false, job: '$1::uuid' })} from ${resolved} s where ${key.map((name) => `t.${quoteIdentifier(name)} = s._key_${name}`).join(' and ')} and ${differs(sets, 's', false)}`
  if (mode === 'update') return [update]
  const values = fields
    .map(
      (field) =>
        `case when ${isAbsent(field)} then ${defaultSql(field) ?? 'null'} else s.${quoteIdentifier(field.name)} end`,
    )
    .join(', ')
  return [
    update,
    `insert into ${table} (${names}, _job_id) select ${values}, $1::uuid from ${stage} s where not exists (select from ${table} t where ${match})`,
  ]
}

function row(fields: StructureField[], of: string) {
  return fields.length === 0
    ? 'row(0)'
    : `row(${fields.map((field) => `${of}.${quoteIdentifier(field.name)}`).join(', ')})`
}

/** Whether anything at all is new; with the whole record at hand its fingerprint says it. */
const differs = (sets: StructureField[], of: string, whole: boolean) =>
  whole ? `t._hash is distinct from ${of}._hash` : `${row(sets, 't')} is distinct from ${row(sets, of)}`

/** Sets the fields; a record whose content changed becomes dirty and gets the next version. */
function assignments(
  sets: StructureField[],
  of: string,
  { mode, whole, job }: { mode: WriteMode; whole: boolean; job: string },
) {
  const own = sets.map((field) => `${quoteIdentifier(field.name)} = ${of}.${quoteIdentifier(field.name)}`)
  const content = sets.filter((field) => !field.skip_on_delta)
  const certain = whole && mode !== 'replace'
  const changed = whole
    ? `t._hash is distinct from ${of}._hash`
    : `${row(content, 't')} is distinct from ${row(content, of)}`
  return [
    ...own,
    `_dirty = ${certain ? 'true' : `t._dirty or ${changed}`}`,
    `_version = t._version + ${certain ? '1' : `(${changed})::int`}`,
    `_job_id = ${job}`,
    `_updated_at = ${certain ? 'now()' : `case when ${changed} then now() else t._updated_at end`}`,
  ].join(', ')
}

/** What is staged, and the records that it meets by the key; nothing is met where all is inserted. */
export const stagedSql = (structure: Structure) =>
  `select _n, ${namesOf(structure)} from ${stageName(structure)} order by _n`
export const metSql = ({ structure, mode, key }: Pick<Merge, 'structure' | 'mode' | 'key'>) =>
  mode === 'insert'
    ? undefined
    : `select s._n, ${namesOf(structure, 't.')} from ${stageName(structure)} s join ${tableOf(structure)} t on ${key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')} order by s._n, t._id`
const namesOf = ({ fields }: Structure, of = '') => fields.map(({ name }) => `${of}${quoteIdentifier(name)}`).join(', ')

/** Lines that have no record to update. */
export const missingSql = (structure: Structure, key: string[]) =>
  `select s._n from ${stageName(structure)} s where not exists (select from ${tableOf(structure)} t where ${key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')})`

/** Lines that a unique field stands against: taken by another record, or twice among themselves. */
export function clashesSql({ structure, mode, key }: Pick<Merge, 'structure' | 'mode' | 'key'>): string | undefined {
  const unique = structure.fields.filter((field) => field.unique || field.primary_key)
  const other = key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')
  const parts = unique
    .filter((field) => mode === 'insert' || !key.includes(field.name))
    .map((field) => {
      const name = quoteIdentifier(field.name)
      return `select _n, '${field.name}' as field from (select _n, ${name}, row_number() over (partition by ${name} order by _n) as r from ${stageName(structure)} where ${name} is not null) d where r > 1
        union select s._n, '${field.name}' from ${stageName(structure)} s join ${tableOf(structure)} t on t.${name} = s.${name}${mode === 'insert' ? '' : ` where not (${other})`}`
    })
  return parts.length === 0 ? undefined : parts.join(' union ')
}
