import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

const columns = ['order_no', 'first_name', 'last_name', 'email', 'country', 'city', 'sku', 'quantity', 'unit_price', 'discount', 'ordered_at', 'note'] as const
const countries = ['germany', 'france', 'spain', 'italy', 'austria', 'denmark']
const cities = ['  Hamburg ', ' Lyon', 'Sevilla ', 'Torino', ' Graz ', 'Aarhus']

/** One row of the file, the same for the same number; every 50th has an empty discount. */
const row = (n: number) =>
  `O-${String(n).padStart(9, '0')},First${n % 977},Last${n % 1361},User${n}@Example.COM,${countries[n % 6]},${cities[n % 6]},SKU_${n % 5003},${(n % 9) + 1},${((n * 7919) % 50_000) / 100},${n % 50 === 0 ? '' : n % 25},2026-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')} 10:${String(n % 60).padStart(2, '0')}:00,"note, number ${n}"`

/** Writes a CSV of that many rows and 12 columns. */
export async function writeOrders(path: string, rows: number) {
  const file = createWriteStream(path)
  file.write(`${columns.join(',')}\n`)
  for (let n = 0; n < rows; n += 1000) {
    let chunk = ''
    for (let i = n; i < Math.min(rows, n + 1000); i++) chunk += `${row(i)}\n`
    if (!file.write(chunk)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}
