// The reference for the German file: `german-by-hand.ts FILE DATABASE_URL`, as careful with what is wrong as its developer would be.
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decimal } from 'decimal.js'
import { parse } from 'csv-parse'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { countries } from './german-file.ts'

const [, , file = '', url] = process.argv
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query(
  `create table if not exists by_hand (order_no text primary key, customer text, email text, street text, zip text, city text, country text, country_name text, sku text, quantity int, price numeric(12,2), total numeric(12,2), ordered_at timestamptz)`,
)
const started = performance.now()
await client.query('begin')
await client.query('create temp table staging (like by_hand) on commit drop')

const escape = (text: string) =>
  text.replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c]!)
const amount = /^-?\d{1,3}(\.?\d{3})*,\d{1,2}$/
const moment = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d)$/

let rows = 0
function line([order_no, email, first, last, street, zip, city, country, sku, quantity, price, ordered_at]: string[]) {
  const code = country!.trim().toUpperCase()
  const found = moment.exec(ordered_at!)
  if (!found || !amount.test(price!) || !/^\d+$/.test(quantity!) || !countries[code])
    throw new Error(`row ${rows + 1} is wrong`)
  const value = price!.replaceAll('.', '').replace(',', '.')
  const total = new Decimal(quantity!).times(value).toDecimalPlaces(2).toString()
  const [, day, month, year, time] = found
  rows++
  return `${escape(order_no!.toUpperCase())}\t${escape(`${first!.trim()} ${last!.trim()}`)}\t${escape(email!.trim().toLowerCase())}\t${escape(street!)}\t${zip}\t${escape(city!)}\t${code}\t${countries[code]}\t${escape(sku!.toUpperCase())}\t${quantity}\t${value}\t${total}\t${year}-${month}-${day} ${time}Z\n`
}

const map = new Transform({
  writableObjectMode: true,
  transform(row, _, done) {
    done(null, line(row))
  },
})
await pipeline(createReadStream(file), parse({ from_line: 2 }), map, client.query(copyFrom('copy staging from stdin')))
await client.query(
  `insert into by_hand select * from staging on conflict (order_no) do update set customer = excluded.customer, email = excluded.email, street = excluded.street, zip = excluded.zip, city = excluded.city, country = excluded.country, country_name = excluded.country_name, sku = excluded.sku, quantity = excluded.quantity, price = excluded.price, total = excluded.total, ordered_at = excluded.ordered_at`,
)
await client.query('commit')
const seconds = (performance.now() - started) / 1000
const { rows: sums } = await client.query('select count(*)::int as count, sum(total)::text as total from by_hand')
await client.end()
console.log(JSON.stringify({ rows, seconds, peak_mb: Math.round(process.resourceUsage().maxRSS / 1024), ...sums[0] }))
