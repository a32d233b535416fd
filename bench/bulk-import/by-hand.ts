// The reference: what a developer writes for this one job. Started as a process of its own: `by-hand.ts FILE DATABASE_URL`.
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decimal } from 'decimal.js'
import { parse } from 'csv-parse'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const [, , file, url] = process.argv
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query(`create table if not exists by_hand (order_no text primary key, customer text, email text, country text, city text, sku text, quantity int, total numeric(12,2), discount numeric(5,2), ordered_on date, note text)`)
const started = performance.now()
await client.query('begin')
await client.query('create temp table staging (like by_hand) on commit drop')

const escape = (text: string) => text.replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c]!)
let rows = 0
const map = new Transform({
  writableObjectMode: true,
  transform(record: string[], _, done) {
    const [order_no, first, last, email, country, city, sku, quantity, price, discount, at, note] = record as [string, string, string, string, string, string, string, string, string, string, string, string]
    const total = new Decimal(quantity).times(price).toDecimalPlaces(2).toString()
    rows++
    done(null, `${escape(order_no)}\t${escape(`${first} ${last}`)}\t${escape(email.toLowerCase())}\t${escape(country.toUpperCase())}\t${escape(city.trim())}\t${escape(sku.replaceAll('_', '-'))}\t${quantity}\t${total}\t${discount === '' ? '0' : discount}\t${at.slice(0, 10)}\t${escape(note)}\n`)
  },
})
await pipeline(createReadStream(file!), parse({ from_line: 2 }), map, client.query(copyFrom('copy staging from stdin')))
await client.query(`insert into by_hand select * from staging on conflict (order_no) do update set customer = excluded.customer, email = excluded.email, country = excluded.country, city = excluded.city, sku = excluded.sku, quantity = excluded.quantity, total = excluded.total, discount = excluded.discount, ordered_on = excluded.ordered_on, note = excluded.note`)
await client.query('commit')
const seconds = (performance.now() - started) / 1000
await client.end()
console.log(JSON.stringify({ rows, seconds, peak_mb: Math.round(process.resourceUsage().maxRSS / 1024) }))
