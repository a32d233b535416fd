import type { StructureField } from '@weft/kit/define/structure.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { keepingOf, type Structure } from '../structure.ts'
import type { Target } from '../writing/driver.ts'
import { columnType, defaultSql } from './columns.ts'
import { literal, type Names } from './names.ts'

const short = (structure: Structure) => `${structure.id.replaceAll('-', '').slice(0, 16)}_${structure.version}`
/** The staging table of a structure in one session: the fields without any condition, the line's number and which fields it does not speak of. */
export const stageName = (structure: Structure) => `_stage_${short(structure)}`
/** Which records the staged lines meet, and what they change in them. */
export const metName = (structure: Structure) => `_met_${short(structure)}`

/** Temporary tables commit nothing. They are emptied, not dropped, because a session writes many batches. */
export const stageSql = (structure: Structure) => [
  `create temporary table if not exists ${stageName(structure)} (${structure.fields.map((field) => `${quoteIdentifier(field.name)} ${columnType(field)} null`).join(', ')}, _n int not null primary key, _absent varchar(1000) character set ascii collate ascii_bin null)`,
  `create temporary table if not exists ${metName(structure)} (_id bigint not null primary key, _n int not null, _differs boolean not null, _changed boolean not null, index (_n))`,
]

type Merge = Target & {
  names: Names
  /** One letter a field, or one such text a line, kept in `_absent`. */ absent: string | string[]
}

/** The statements that bring the staged lines into the table, in this order. */
export function mergeSql({ names, structure, mode, key, absent, job_id }: Merge): string[] {
  const table = names.table(structure)
  const [stage, met] = [stageName(structure), metName(structure)]
  const job = literal(job_id)
  const ragged = typeof absent !== 'string'
  const given = structure.fields.filter((_, i) => ragged || absent[i] !== '1')
  const columns = given.map((field) => quoteIdentifier(field.name)).join(', ')
  if (mode === 'insert')
    return [
      `insert into ${table} (${columns}, _job_id) select ${ragged ? given.map((field) => orDefault(structure, field)).join(', ') : given.map((field) => `s.${quoteIdentifier(field.name)}`).join(', ')}, ${job} from ${stage} s`,
    ]

  const sets = given.filter((field) => ragged || !key.includes(field.name))
  const value = (field: StructureField) =>
    ragged
      ? `if(${isAbsent(structure, field)}, t.${quoteIdentifier(field.name)}, s.${quoteIdentifier(field.name)})`
      : `s.${quoteIdentifier(field.name)}`
  const differs = (fields: StructureField[]) =>
    fields.length === 0
      ? 'false'
      : `not (${fields.map((field) => `t.${quoteIdentifier(field.name)} <=> ${value(field)}`).join(' and ')})`
  const content = sets.filter((field) => !field.skip_on_delta)
  const match = key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')
  const always = mode === 'replace'

  const statements = [
    `delete from ${met}`,
    `insert into ${met} (_id, _n, _differs, _changed) select t._id, s._n, ${always ? 'true' : differs(sets)}, ${differs(content)} from ${stage} s join ${table} t on ${match} for update`,
    ...keepVersionsSql({
      names,
      structure,
      operation: 'update',
      by: job_id,
      from: `${met} m join ${table} t on t._id = m._id where m._changed`,
    }),
    // What is only confirmed keeps its version and changes hands.
    ...keepVersionsSql({
      names,
      structure,
      operation: 'touch',
      by: job_id,
      from: `${met} m join ${table} t on t._id = m._id where m._differs and not m._changed and not (t._job_id <=> ${job})`,
    }),
    `update ${table} t join ${met} m on m._id = t._id and m._differs join ${stage} s on s._n = m._n set ${[
      ...sets.map((field) => `t.${quoteIdentifier(field.name)} = ${value(field)}`),
      't._dirty = t._dirty or m._changed',
      't._version = t._version + m._changed',
      `t._job_id = ${job}`,
      't._updated_at = if(m._changed, now(6), t._updated_at)',
    ].join(', ')}`,
  ]
  if (mode === 'update') return statements
  const values = given
    .map((field) => (ragged ? orDefault(structure, field) : `s.${quoteIdentifier(field.name)}`))
    .join(', ')
  return [
    ...statements,
    `insert into ${table} (${columns}, _job_id) select ${values}, ${job} from ${stage} s left join ${met} m on m._n = s._n where m._n is null`,
  ]
}

const isAbsent = ({ fields }: Structure, field: StructureField) =>
  `substr(s._absent, ${fields.indexOf(field) + 1}, 1) = '1'`
const orDefault = (structure: Structure, field: StructureField) =>
  `if(${isAbsent(structure, field)}, ${defaultSql(field) ?? 'null'}, s.${quoteIdentifier(field.name)})`

/** Keeps what records were, where the structure asks for it. Done by whoever changes them: a trigger would need rights a tenant's login has not everywhere. */
export function keepVersionsSql({
  names,
  structure,
  operation,
  by,
  from,
}: {
  names: Names
  structure: Structure
  operation: 'update' | 'delete' | 'touch'
  /** The job that changes them; by hand it is not given. */ by?: string | undefined
  from: string
}): string[] {
  const keeps = keepingOf(structure)
  if (keeps === 'nothing' || (keeps === 'run_changes' && by === undefined)) return []
  const row = ['_id', ...structure.fields.map((field) => field.name), '_version', '_job_id'].flatMap((name) => [
    literal(name),
    jsonOf(structure, name),
  ])
  return [
    `insert into ${names.kept(structure)} (_id, _version, _operation, _row${by ? ', _by' : ''}) select t._id, t._version, '${operation}', json_object(${row.join(', ')})${by ? `, ${literal(by)}` : ''} from ${from}`,
  ]
}

/** Made texts have the connection's collation, which does not go together with that of the columns. */
export const collated = 'collate utf8mb4_bin'

/** A value goes into JSON as PostgreSQL writes it there. */
function jsonOf({ fields }: Structure, name: string) {
  const type = fields.find((field) => field.name === name)?.type
  const column = `t.${quoteIdentifier(name)}`
  if (type === 'json' || type === 'object' || type === 'list') return `json_extract(${column}, '$')`
  if (type === 'boolean')
    return `json_extract(if(${column} is null, null, if(${column}, 'true', 'false') ${collated}), '$')`
  return type === 'date_time' ? `concat(replace(cast(${column} as char) ${collated}, ' ', 'T'), '+00:00')` : column
}

/** What is staged, and the records that it meets by the key; nothing is met where all is inserted. */
export const stagedSql = (structure: Structure) =>
  `select _n, ${namesOf(structure)} from ${stageName(structure)} order by _n`
export const metSql = ({ names, structure, mode, key }: Target & { names: Names }) =>
  mode === 'insert'
    ? undefined
    : `select s._n, ${namesOf(structure, 't.')} from ${stageName(structure)} s join ${names.table(structure)} t on ${key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')} order by s._n, t._id`
const namesOf = ({ fields }: Structure, of = '') => fields.map(({ name }) => `${of}${quoteIdentifier(name)}`).join(', ')

/** Staged lines that have no record to update. */
export const missingSql = ({ names, structure, key }: Target & { names: Names }) =>
  `select s._n from ${stageName(structure)} s where not exists (select 1 from ${names.table(structure)} t where ${key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')}) order by s._n`

/** Lines that a unique field stands against: twice among themselves, or taken by another record. A temporary table is named once in a statement. */
export function clashesSql({
  names,
  structure,
  mode,
  key,
}: Target & { names: Names }): { field: string; sql: string }[] {
  const stage = stageName(structure)
  const other = key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`).join(' and ')
  return structure.fields
    .filter((field) => (field.unique || field.primary_key) && (mode === 'insert' || !key.includes(field.name)))
    .flatMap(({ name }) => [
      {
        field: name,
        sql: `select _n from (select _n, row_number() over (partition by ${quoteIdentifier(name)} order by _n) as r from ${stage} where ${quoteIdentifier(name)} is not null) d where r > 1`,
      },
      {
        field: name,
        sql: `select s._n from ${stage} s join ${names.table(structure)} t on t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}${mode === 'insert' ? '' : ` where not (${other})`}`,
      },
    ])
}
