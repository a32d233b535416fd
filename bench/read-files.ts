import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'
import { SaxesParser } from 'saxes'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { analyse } from '@weft/engine/models/analyse.server.ts'
import { formatsForSteps, knownFormats } from '@weft/engine/models/formats.ts'
import { readByModel } from '@weft/engine/models/read.server.ts'
import { row, type Row } from './figure.ts'

const known = knownFormats(formats, formatBodies)
const world = formatsForSteps(known)

const record = (n: number) => ({
  order_no: `O-${n}`,
  customer: `Müller & Söhne ${n % 977}`,
  email: `user${n}@example.com`,
  country: 'Germany',
  city: 'Hamburg, Altona',
  sku: `SKU-${n % 5003}`,
  quantity: (n % 9) + 1,
  total: `${n % 50_000}.${10 + (n % 90)}`,
  discount: n % 25,
  ordered_on: `2026-0${(n % 9) + 1}-1${n % 10}`,
  note: null,
  express: n % 2 === 0,
})

/** Reading files of 12 columns: each format against the plainest thing its own library does, without making our batches of it. */
export async function measure(rows = 300_000): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-bench-'))
  const file = (format: string) => join(folder, `orders.${format}`)
  try {
    async function* batches() {
      for (let n = 0; n < rows; n += 1000) yield Array.from({ length: 1000 }, (_, i) => record(n + i))
    }
    const figures: Row[] = []
    for (const format of ['csv', 'jsonl', 'json', 'xml']) {
      const written = await seconds(() => world.write(format, {}, batches(), createWriteStream(file(format))))
      figures.push(row(`write ${format}`, rows / written, 'records/s'))
      const reference = rows / (await seconds(() => references[format]!(file(format))))
      let count = 0
      const read = await seconds(async () => {
        for await (const batch of world.read(format, {}, createReadStream(file(format)))) count += batch.records.length
      })
      if (count !== rows) throw new Error(`${count} records of ${format} instead of ${rows}`)
      figures.push(row(`read ${format}`, rows / read, 'records/s', reference))
    }
    figures.push(
      row('read csv by a model, typed and checked', rows / (await seconds(() => byModel(file('csv')))), 'records/s'),
    )
    return figures
  } finally {
    await rm(folder, { recursive: true })
  }
}

const references: Record<string, (file: string) => Promise<void>> = {
  async csv(file) {
    for await (const _ of createReadStream(file).pipe(parse({ columns: true }))) continue
  },
  async jsonl(file) {
    for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line)
  },
  async json(file) {
    const text = (await createReadStream(file, 'utf8').toArray()).join('')
    JSON.parse(text)
  },
  async xml(file) {
    const parser = new SaxesParser()
    parser.on('opentag', () => {})
    parser.on('text', () => {})
    for await (const piece of createReadStream(file, 'utf8')) parser.write(piece as string)
    parser.close()
  },
}

async function byModel(file: string) {
  const found = await analyse(known, { name: file, open: async () => createReadStream(file) })
  const model = { type: found.type, options: found.options, fields: found.fields, dynamic_fields: [], max_depth: 5 }
  for await (const batch of readByModel(known, model, createReadStream(file)))
    if (batch.rejected) throw new Error('a record was rejected')
}

async function seconds(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
