import type { Connection, ResultSetHeader } from 'mysql2/promise'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Applied, SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { recordsOf } from './fields.ts'
import type { ServerKind } from './server-kind.server.ts'
import { keyOf, statementOf } from './write-statement.ts'

/** Inserts and says which keys the server has made: it tells them itself, or they follow from the first number it gave. */
export function openInserts(connection: Connection, { listed, tells: tellsThem, step }: ServerKind) {
  let tells = tellsThem

  async function told(write: SqlWrite): Promise<Applied | undefined> {
    const [text, values] = statementOf(write, listed)
    try {
      const [rows] = await connection.query(`${text} returning ${keyOf(write)}`, values)
      const made = recordsOf(write.wanted, rows as DataRecord[])
      return { count: made.length, made }
    } catch (error) {
      // Who may only insert may not be told.
      if (![1142, 1143].includes((error as { errno?: number }).errno ?? 0)) throw error
      tells = false
      return undefined
    }
  }

  return async (write: SqlWrite): Promise<Applied> => {
    const answer = tells ? await told(write) : undefined
    if (answer) return answer
    const [text, values] = statementOf(write, listed)
    const [{ affectedRows: count, insertId }] = await connection.query<ResultSetHeader>(text, values)
    return { count, made: count === write.records.length ? numbered(write, insertId, step) : undefined }
  }
}

/**
 * The numbers a statement gave, from its first one on. One statement with a known count of rows gets them in a row, but not where some
 * records bring a number of their own.
 */
function numbered({ wanted, records }: SqlWrite, first: number, step: number): DataRecord[] | undefined {
  const [field] = wanted
  const isWhole = field?.type === 'integer' || field?.type === 'big_integer'
  if (wanted.length !== 1 || !field?.generated || !isWhole || first === 0) return undefined
  if (records.some((record) => (record[field.name] ?? null) !== null)) return undefined
  return records.map((_, i) => {
    const number = BigInt(first) + BigInt(i * step)
    return { [field.name]: field.type === 'integer' ? Number(number) : String(number) }
  })
}
