/** How a column of a result is shown: what its values are, whatever the database calls their type. */
export type ColumnType =
  'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'date_time' | 'time' | 'uuid' | 'json' | 'other'

const onPostgres: Record<number, ColumnType> = {
  16: 'boolean',
  18: 'text',
  19: 'text',
  20: 'integer',
  21: 'integer',
  23: 'integer',
  25: 'text',
  114: 'json',
  700: 'decimal',
  701: 'decimal',
  1042: 'text',
  1043: 'text',
  1082: 'date',
  1083: 'time',
  1114: 'date_time',
  1184: 'date_time',
  1266: 'time',
  1700: 'decimal',
  2950: 'uuid',
  3802: 'json',
}
/** By the number PostgreSQL gives its type. */
export const postgresType = (id: number): ColumnType => onPostgres[id] ?? 'other'

const onMysql: Record<number, ColumnType> = {
  0: 'decimal',
  1: 'integer',
  2: 'integer',
  3: 'integer',
  4: 'decimal',
  5: 'decimal',
  7: 'date_time',
  8: 'integer',
  9: 'integer',
  10: 'date',
  11: 'time',
  12: 'date_time',
  13: 'integer',
  15: 'text',
  245: 'json',
  246: 'decimal',
  252: 'text',
  253: 'text',
  254: 'text',
}
/** By the number the protocol of MariaDB and MySQL gives its type. */
export const mysqlType = (id: number | undefined): ColumnType => (id === undefined ? 'other' : (onMysql[id] ?? 'other'))
