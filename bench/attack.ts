import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { io } from 'socket.io-client'
import ssh2 from 'ssh2'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import type { Bystander, Waited } from './bystander.ts'
import { row, type Row } from './figure.ts'

const seconds = Number(process.env['WEFT_BENCH_SECONDS'] ?? 15)
/** Only attacks whose name begins with this: sockets, query, file, mapping, webhook, API, SFTP. */
const only = process.env['WEFT_BENCH_CASES'] ?? ''

type Scene = {
  product: Product
  evil: ProductTenant
  token: string
  hook: string
  mapping_id: string
  definition: object
}
type Attack = (scene: Scene) => Promise<unknown>

/** Does something over and over with so many at once, until the time is over; whether it is answered, refused or cut off is nothing to it. */
const flood =
  (attack: Attack, lanes = 4): Attack =>
  (scene) => {
    const until = Date.now() + seconds * 1_000
    return Promise.all(
      Array.from({ length: lanes }, async () => {
        while (Date.now() < until)
          await Promise.race([attack(scene).catch(() => sleep(50)), sleep(Math.max(0, until - Date.now()))])
      }),
    )
  }
const analyse =
  (name: string): Attack =>
  ({ evil }) =>
    evil.user.call('POST', 'dynamic_models/analyze', { file: name })
const preview =
  (name: string): Attack =>
  ({ evil }) =>
    evil.user.call('GET', `files/preview?path=${name}`)
const query =
  (sql: string): Attack =>
  ({ evil }) =>
    evil.user.call('POST', 'queries/run', { sql })
const hook =
  (body: string): Attack =>
  ({ product, hook }) =>
    fetch(product.url + hook, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
const bodyToApi =
  (body: string): Attack =>
  ({ product, token }) =>
    fetch(`${product.url}/api/app/validators/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body,
    })

/** Files of the attacker, as they lie in their storage. */
const files: Record<string, () => string> = {
  'bomb.xml': () => '<a>'.repeat(500_000),
  'commas.csv': () => ','.repeat(3_900_000),
  'deep.json': () => '['.repeat(600_000) + ']'.repeat(600_000),
  'keys.json': () => `[{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join(',')}}]`,
  'columns.csv': () => `${Array.from({ length: 200_000 }, (_, n) => `c${n}`).join(',')}\n${'1,'.repeat(199_999)}1\n`,
}

const deep = '['.repeat(100_000) + ']'.repeat(100_000)
const manyKeys = `{${Array.from({ length: 500_000 }, (_, n) => `"k${n}":1`).join(',')}}`

const attacks: Record<string, Attack> = {
  nothing: () => sleep(seconds * 1_000),
  'sockets: a hello that is no token': flood(
    ({ product }) =>
      new Promise<void>((done) => {
        const socket = io(product.url, {
          path: '/socket',
          transports: ['websocket'],
          auth: { token: { toString: 1, valueOf: 1 } },
          reconnection: false,
          forceNew: true,
          timeout: 2_000,
        })
        const end = () => (socket.close(), done())
        socket.once('connect', end).once('connect_error', end).once('disconnect', end)
      }),
    20,
  ),
  'sockets: events with anything': flood(
    ({ product, token }) =>
      new Promise<void>((done) => {
        const socket = io(product.url, {
          path: '/socket',
          transports: ['websocket'],
          auth: { token },
          reconnection: false,
          forceNew: true,
          timeout: 2_000,
        })
        socket
          .once('connect', () => {
            for (let n = 0; n < 1_000; n++) socket.emit('watch', 'queues', 5)
          })
          .once('connect_error', () => done())
          .once('disconnect', () => done())
        setTimeout(() => (socket.close(), done()), 2_000)
      }),
    5,
  ),
  'query: a value of 600 MB': flood(query("select repeat('x', 600000000)"), 2),
  'query: pg_sleep(12) twenty times': flood(query('select pg_sleep(12)'), 20),
  'file: XML of half a million open elements, analysed': flood(analyse('bomb.xml'), 1),
  'file: XML of half a million open elements, previewed': flood(preview('bomb.xml'), 1),
  'file: 3.9 MB of commas, analysed': flood(analyse('commas.csv'), 1),
  'file: 3.9 MB of commas, previewed': flood(preview('commas.csv'), 1),
  'file: JSON 600,000 deep': flood(analyse('deep.json'), 1),
  'file: 200,000 keys': flood(analyse('keys.json'), 1),
  'file: 200,000 columns': flood(preview('columns.csv'), 1),
  'file: a workbook reaching column XFD': flood(preview('wide.xlsx'), 1),
  'mapping: preview of three chained replacements': flood(
    ({ evil, mapping_id, definition }) =>
      evil.user.call('POST', `mappings/${mapping_id}/run`, {
        definition,
        records: Array.from({ length: 50 }, () => ({ name: 'a' })),
      }),
    4,
  ),
  'webhook: JSON 100,000 deep': flood(hook(deep), 4),
  'webhook: 500,000 keys': flood(hook(manyKeys), 4),
  'API: JSON 100,000 deep': flood(bodyToApi(`{"rule":"json","value":${deep}}`), 4),
  'API: 200,000 keys': flood(bodyToApi(manyKeys.slice(0, 2_800_000)), 4),
  'SFTP: 80 connections guessing': flood(
    ({ product }) =>
      new Promise<void>((done) => {
        const client = new ssh2.Client()
        client
          .on('ready', () => client.end())
          .on('error', () => done())
          .on('close', () => done())
        client.connect({
          host: '127.0.0.1',
          port: product.sftp_port,
          username: `sftp-${randomUUID().slice(0, 8)}`,
          password: randomUUID(),
          readyTimeout: 5_000,
        })
      }),
    80,
  ),
}

/**
 * How fast another tenant is answered while one attacks: `auth/me` and a list, ten times a second each, p99. After each attack the
 * server has to answer again. The attackers' program has the lowest priority, as theirs would run on other machines.
 */
export async function measure(): Promise<Row[]> {
  // The bystander alone asks 1,200 times a minute.
  const product = await startProduct({ environment: { WEFT_WORKERS: '1', WEFT_API_PER_MINUTE: '1500' } })
  try {
    const scene = await prepare(product)
    const { sign_in } = await aTenantOn(product, 'Innocent')
    const bystander = new Worker(new URL('./bystander.ts', import.meta.url), {
      workerData: { url: product.url, sign_in } satisfies Bystander,
    })
    setPriority(constants.priority.PRIORITY_LOW)
    const rows: Row[] = []
    for (const [name, attack] of Object.entries(attacks)) {
      if (!name.startsWith(only)) continue
      console.error(`attack: ${name}`)
      bystander.postMessage('begin')
      await attack(scene)
      bystander.postMessage('end')
      const [{ me, list }] = (await once(bystander, 'message')) as [Waited]
      rows.push(row(`${name}: auth/me`, me, 'ms', 100), row(`${name}: a list`, list, 'ms', 100))
      await recovered(product)
    }
    await bystander.terminate()
    const ends = /starting it again|a process ended and is started again/g
    return [...rows, row('ends of the server', product.output().match(ends)?.length ?? 0, 'times')]
  } finally {
    await product.stop()
  }
}

async function prepare(product: Product): Promise<Scene> {
  const evil = await aTenantOn(product, 'Evil')
  const folder = path.join(product.home, 'storage', evil.tenant_id)
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content())
  writeFileSync(path.join(folder, 'wide.xlsx'), await wideWorkbook())
  const field = (name: string, type: string, more: object = {}) => ({
    id: randomUUID(),
    name,
    type,
    nullable: true,
    ...more,
  })
  const draft = (class_name: string) => ({
    class_name,
    table_name: class_name.toLowerCase(),
    label: class_name,
    fields: [
      field('id', 'integer', { primary_key: true, required: true, nullable: false }),
      field('name', 'long_text'),
    ],
  })
  const [from, to] = [
    await evil.user.post('data_structures', draft('Source')),
    await evil.user.post('data_structures', draft('Target')),
  ]
  const mapping = await evil.user.post('mappings', {
    label: 'Replace',
    source_structure_id: from.id,
    target_structure_id: to.id,
    definition: { transformers: [], connections: [] },
  })
  const fieldOf = (of: { fields: { name: string; id: string }[] }) => of.fields.find(({ name }) => name === 'name')!.id
  const transformers = ['one', 'two', 'three'].map((output, at, outputs) => ({
    id: randomUUID(),
    key: 'replace',
    inputs: [outputs[at - 1] ?? fieldOf(from)],
    options: { search: 'a', with: 'a'.repeat(150) },
    output,
    position: { x: 0, y: 0 },
  }))
  const workflow = await evil.user.post('workflows', {
    label: 'Hook',
    class_name: 'Hook',
    source: 'weft: 1\nlabel: Hook\nsteps: [{ id: call, element: webhook }]',
  })
  await evil.user.post(`workflows/${workflow.id}/publish`, { published: true, active: true })
  const { path: hook } = await evil.user.post('workflow_tokens', { workflow_id: workflow.id, name: 'Attack' })
  await evil.admin.put('settings/requests', { webhook_per_minute: 0 }).catch(() => undefined)
  const { body } = await evil.user.call('POST', 'auth/login', evil.sign_in)
  return {
    product,
    evil,
    token: body.meta.token,
    hook,
    mapping_id: mapping.id,
    definition: {
      transformers,
      connections: [{ id: randomUUID(), source_field_id: 'three', target_field_id: fieldOf(to) }],
    },
  }
}

/** A workbook of a few kilobytes whose rows each have one cell, in the last column there is. */
async function wideWorkbook(): Promise<Buffer> {
  const { default: yazl } = await import('yazl')
  const zip = new yazl.ZipFile()
  const part = (name: string, content: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${content}`), name)
  part(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  )
  part(
    '_rels/.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  )
  part(
    'xl/workbook.xml',
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
  )
  part(
    'xl/_rels/workbook.xml.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  )
  part(
    'xl/worksheets/sheet1.xml',
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${Array.from({ length: 1_000 }, (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`).join('')}</sheetData></worksheet>`,
  )
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}

/** The next attack begins when the server has answered five times within a second. */
async function recovered(product: Product) {
  for (let quick = 0, tries = 0; quick < 5 && tries < 600; tries++) {
    const begun = performance.now()
    const answer = await fetch(`${product.url}/readyz`).catch(() => undefined)
    quick = answer?.ok && performance.now() - begun < 1_000 ? quick + 1 : 0
    if (quick === 0) await sleep(200)
  }
}
