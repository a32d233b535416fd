import type { DataRecord } from '@weft/kit/define/record.ts'

export const columns = [
  'id int not null primary key',
  'number varchar(20) not null',
  'email varchar(254)',
  'total decimal(20,2)',
  'quantity int',
  'placed_on date',
  'note varchar(200)',
]
export const names = columns.map((column) => column.split(' ')[0]!)

const recordOf = (n: number): DataRecord => ({
  id: n,
  number: `O-${String(n).padStart(9, '0')}`,
  email: `user${n}@example.com`,
  total: `${(n * 7919) % 50_000}.${String(n % 100).padStart(2, '0')}`,
  quantity: (n % 9) + 1,
  placed_on: `2026-0${(n % 9) + 1}-1${n % 10}`,
  note: `note, number ${n}`,
})
export const valuesOf = (record: DataRecord) => names.map((name) => record[name])
/** A thousand of them. */
export const batchFrom = (from: number) => Array.from({ length: 1000 }, (_, i) => recordOf(from + i))

/** What a statement sets where the row is there already. */
export const assigned = (value: (name: string) => string) =>
  names
    .slice(1)
    .map((name) => `${name} = ${value(name)}`)
    .join(', ')
