import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

export const columns = [
  'order_no',
  'first_name',
  'last_name',
  'email',
  'country',
  'city',
  'sku',
  'quantity',
  'unit_price',
  'discount',
  'ordered_at',
  'note',
] as const
const countries = ['germany', 'france', 'spain', 'italy', 'austria', 'denmark']
const cities = ['  Hamburg ', ' Lyon', 'Sevilla ', 'Torino', ' Graz ', 'Aarhus']

/** The values of one row, the same for the same number; every 50th has no discount. */
const valuesOf = (n: number): (string | number | null)[] => [
  `O-${String(n).padStart(9, '0')}`,
  `First${n % 977}`,
  `Last${n % 1361}`,
  `User${n}@Example.COM`,
  countries[n % 6]!,
  cities[n % 6]!,
  `SKU_${n % 5003}`,
  (n % 9) + 1,
  ((n * 7919) % 50_000) / 100,
  n % 50 === 0 ? null : n % 25,
  `2026-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')} 10:${String(n % 60).padStart(2, '0')}:00`,
  `note, number ${n}`,
]

type Shape = { head: string; between: string; foot: string; row(values: (string | number | null)[]): string }

const json = (values: (string | number | null)[]) =>
  JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, values[i]])))

/** The same rows in each format, as a program would write them. */
const shapes = {
  csv: {
    head: `${columns.join(',')}\n`,
    between: '',
    foot: '',
    row: (values) =>
      `${values.map((value) => (value === null ? '' : /[",]/.test(String(value)) ? `"${value}"` : value)).join(',')}\n`,
  },
  json: { head: '[\n', between: ',\n', foot: '\n]\n', row: json },
  jsonl: { head: '', between: '', foot: '', row: (values) => `${json(values)}\n` },
  xml: {
    head: '<?xml version="1.0" encoding="utf-8"?>\n<orders>\n',
    between: '',
    foot: '</orders>\n',
    row: (values) =>
      `<order>${values.map((value, i) => (value === null ? `<${columns[i]}/>` : `<${columns[i]}>${value}</${columns[i]}>`)).join('')}</order>\n`,
  },
} satisfies Record<string, Shape>

type Format = keyof typeof shapes
export const formats = Object.keys(shapes) as Format[]

/** Writes a file of that many rows and 12 columns. */
export async function writeOrders(path: string, format: Format, rows: number) {
  const { head, between, foot, row } = shapes[format]
  const file = createWriteStream(path)
  file.write(head)
  for (let n = 0; n < rows; n += 1000) {
    let chunk = ''
    for (let i = n; i < Math.min(rows, n + 1000); i++) chunk += (i === 0 ? '' : between) + row(valuesOf(i))
    if (!file.write(chunk)) await once(file, 'drain')
  }
  file.end(foot)
  await once(file, 'close')
}
