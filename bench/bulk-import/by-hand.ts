// The reference: what a developer writes for this one job. Started as a process of its own: `by-hand.ts FILE DATABASE_URL`.
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decimal } from 'decimal.js'
import { parse } from 'csv-parse'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { SaxesParser } from 'saxes'

const [, , file = '', url] = process.argv
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query(
  `create table if not exists by_hand (order_no text primary key, customer text, email text, country text, city text, sku text, quantity int, total numeric(12,2), discount numeric(5,2), ordered_on date, note text)`,
)
const started = performance.now()
await client.query('begin')
await client.query('create temp table staging (like by_hand) on commit drop')

type Order = {
  order_no: string
  first_name: string
  last_name: string
  email: string
  country: string
  city: string
  sku: string
  quantity: string
  unit_price: string
  discount: string | null
  ordered_at: string
  note: string
}

let rows = 0
const escape = (text: string) =>
  text.replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c]!)
function line({
  order_no,
  first_name,
  last_name,
  email,
  country,
  city,
  sku,
  quantity,
  unit_price,
  discount,
  ordered_at,
  note,
}: Order) {
  const total = new Decimal(quantity).times(unit_price).toDecimalPlaces(2).toString()
  rows++
  return `${escape(order_no)}\t${escape(`${first_name} ${last_name}`)}\t${escape(email.toLowerCase())}\t${escape(country.toUpperCase())}\t${escape(city.trim())}\t${escape(sku.replaceAll('_', '-'))}\t${quantity}\t${total}\t${discount === '' || discount === null ? '0' : discount}\t${ordered_at.slice(0, 10)}\t${escape(note)}\n`
}

const csv = () => {
  const map = new Transform({
    writableObjectMode: true,
    transform(
      [order_no, first_name, last_name, email, country, city, sku, quantity, unit_price, discount, ordered_at, note],
      _,
      done,
    ) {
      done(
        null,
        line({
          order_no,
          first_name,
          last_name,
          email,
          country,
          city,
          sku,
          quantity,
          unit_price,
          discount,
          ordered_at,
          note,
        }),
      )
    },
  })
  return pipeline(createReadStream(file), parse({ from_line: 2 }), map, target())
}

async function* jsonLines(pieces: AsyncIterable<string>) {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    yield lines.map((text) => line(JSON.parse(text))).join('')
  }
  if (rest) yield line(JSON.parse(rest))
}

/** The entries of a list of flat objects. */
async function* jsonList(pieces: AsyncIterable<string>) {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    let out = ''
    let begun = text.indexOf('{')
    for (let at = begun; begun !== -1 && at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 34) {
        do at = text.indexOf('"', at + 1)
        while (at !== -1 && text[at - 1] === '\\')
        if (at === -1) break
      } else if (code === 125) {
        out += line(JSON.parse(text.slice(begun, at + 1)))
        text = text.slice(at + 1)
        begun = text.indexOf('{')
        at = begun
      }
    }
    yield out
  }
}

async function* xml(pieces: AsyncIterable<string>) {
  const parser = new SaxesParser()
  let order: Record<string, string | null> = {}
  let value = ''
  let out = ''
  parser.on('opentag', ({ name }) => {
    value = ''
    if (name === 'order') order = {}
  })
  parser.on('text', (text) => (value += text))
  parser.on('closetag', ({ name }) => {
    if (name === 'order') out += line(order as Order)
    else order[name] = value
  })
  for await (const piece of pieces) {
    parser.write(piece)
    yield out
    out = ''
  }
  parser.close()
}

const target = () => client.query(copyFrom('copy staging from stdin'))
const text = () => createReadStream(file, 'utf8')
if (file.endsWith('.csv')) await csv()
else if (file.endsWith('.jsonl')) await pipeline(text(), jsonLines, target())
else if (file.endsWith('.json')) await pipeline(text(), jsonList, target())
else await pipeline(text(), xml, target())
await client.query(
  `insert into by_hand select * from staging on conflict (order_no) do update set customer = excluded.customer, email = excluded.email, country = excluded.country, city = excluded.city, sku = excluded.sku, quantity = excluded.quantity, total = excluded.total, discount = excluded.discount, ordered_on = excluded.ordered_on, note = excluded.note`,
)
await client.query('commit')
const seconds = (performance.now() - started) / 1000
const { rows: sums } = await client.query('select count(*)::int as count, sum(total)::text as total from by_hand')
await client.end()
console.log(JSON.stringify({ rows, seconds, peak_mb: Math.round(process.resourceUsage().maxRSS / 1024), ...sums[0] }))
