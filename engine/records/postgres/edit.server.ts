import type pg from 'pg'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { invalidField, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { fieldNamed, type Structure } from '../structure.ts'
import { checkFor, isNothing } from '../values/check.ts'
import { reasons } from '../values/reasons.ts'
import { columnType, defaultSql } from './columns.ts'
import { explain, isRecordsFault, isUniqueViolation, pgError } from './failures.ts'
import { indexName, quoted, tableOf, versionsOf } from './names.ts'

const texts = defineMessages({
  unknown: { en: 'There is no field named {field}.', de: 'Es gibt kein Feld mit dem Namen {field}.' },
  moved: { en: 'This record has been changed in the meantime (version {version}). Please look at it again.', de: 'Dieser Datensatz wurde inzwischen geändert (Version {version}). Bitte sehen Sie ihn sich erneut an.' },
  none: { en: 'Nothing to change was given.', de: 'Es wurde keine Änderung angegeben.' },
})

type Pool = () => Promise<pg.Pool>

/** Adds one record by hand. */
export async function addRecord(pool: Pool, structure: Structure, record: DataRecord): Promise<DataRecord> {
  const values = checkedValues(structure, record, structure.fields.filter((field) => field.name in record || (isMandatory(field) && !defaultSql(field))).map((field) => field.name))
  const names = [...values.keys()]
  const columns = names.length === 0 ? 'default values' : `(${names.map(quoted).join(', ')}) values (${names.map((name, i) => `$${i + 1}::${typeOf(structure, name)}`).join(', ')})`
  const [row] = await change(pool, structure, `insert into ${tableOf(structure)} ${columns} returning *`, [...values.values()])
  return row!
}

/** Changes fields of one record, if it still has the version the change was made on. */
export async function changeRecord(pool: Pool, structure: Structure, id: string, changes: DataRecord, version?: number): Promise<DataRecord> {
  const values = checkedValues(structure, changes, Object.keys(changes))
  if (values.size === 0) throw invalidField('changes', texts.none())
  const names = [...values.keys()]
  const sets = names.map((name, i) => `${quoted(name)} = $${i + 3}::${typeOf(structure, name)}`).join(', ')
  const [row] = await change(
    pool, structure,
    `update ${tableOf(structure)} set ${sets}, _dirty = true, _version = _version + 1, _updated_at = now() where _id = $1::bigint and ($2::int is null or _version = $2::int) returning *`,
    [id, version ?? null, ...values.values()],
  )
  if (row) return row
  const now = await readRecord(pool, structure, id)
  throw new Conflict('VERSION_CONFLICT', texts.moved({ version: String(now['_version']) }))
}

export async function readRecord(pool: Pool, structure: Structure, id: string): Promise<DataRecord> {
  const [row] = await change(pool, structure, `select * from ${tableOf(structure)} where _id = $1::bigint`, [id])
  if (!row) throw notFound()
  return row
}

/** Removes records; says how many there were. */
export async function removeRecords(pool: Pool, structure: Structure, ids: string[]): Promise<number> {
  return (await change(pool, structure, `delete from ${tableOf(structure)} where _id = any($1::bigint[]) returning _id`, [ids])).length
}

const isMandatory = (field: Structure['fields'][number]) => !field.nullable || field.required || field.primary_key
const typeOf = (structure: Structure, name: string) => columnType(fieldNamed(structure, name)!)

function checkedValues(structure: Structure, record: DataRecord, names: string[]): Map<string, string | null> {
  const problems: FieldErrors = {}
  const values = new Map<string, string | null>()
  for (const name of names) {
    const field = fieldNamed(structure, name)
    if (!field) {
      problems[name] = [texts.unknown({ field: name })]
      continue
    }
    const value = record[name]
    const empty = isNothing(field, value) || (value === '' && field.required)
    if (empty && isMandatory(field)) problems[name] = [reasons.required()]
    else if (empty) values.set(name, null)
    else {
      const text = checkFor(field)(value)
      if (typeof text === 'string') values.set(name, text)
      else problems[name] = [text]
    }
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return values
}

async function change(pool: Pool, structure: Structure, text: string, values: unknown[]): Promise<DataRecord[]> {
  try {
    return (await (await pool()).query<DataRecord>(text, values)).rows
  } catch (error) {
    if (!isRecordsFault(error)) throw explain(error, structure)
    const { constraint, column, message } = pgError(error)
    const field = structure.fields.find((one) => one.name === column || indexName('unique', structure.id, one.id) === constraint)
    throw invalidField(field?.name ?? '_id', isUniqueViolation(error) ? reasons.taken() : reasons.refused({ detail: message }))
  }
}

/** Earlier versions of a record, the latest first; none where the structure keeps none. */
export async function earlierVersions(pool: Pool, structure: Structure, id: string): Promise<DataRecord[]> {
  const [found] = await change(pool, structure, 'select to_regclass($1) is not null as kept', [versionsOf(structure)])
  if (!found!['kept']) return []
  return change(pool, structure, `select _version as version, _operation as operation, _replaced_at as replaced_at, _row as record from ${versionsOf(structure)} where _id = $1::bigint order by _version desc, _replaced_at desc limit 100`, [id])
}
