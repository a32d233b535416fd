import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { quantile, row, type Row } from './figure.ts'
import { n8n } from './peers/n8n.ts'
import { nodeRed } from './peers/node-red.ts'
import type { Peer, Running } from './peers/peer.ts'
import { weft } from './peers/weft.ts'

const peers: Record<string, Peer> = { weft, n8n, 'node-red': nodeRed }
const chosen = (process.env['WEFT_BENCH_CASES'] ?? Object.keys(peers).join()).split(',').map((name) => name.trim())
const burst = Number(process.env['WEFT_BENCH_CALLS'] ?? 2_000)
const waiting = 50
const asked = 200
/** What has not come after so long is not waited for. */
const patience_ms = 120_000
/** Nothing has come for so long: no more will. */
const silence_ms = 20_000

/**
 * The same work done by Weft, n8n and Node-RED on the same machine and PostgreSQL, asked over HTTP and told by what stands in a table:
 * calls that are answered at once and at the end, 2,000 calls that write a row each, 50 that wait a second for another system, one that asks
 * that system for 200 values, and what is lost or doubled of 2,000 accepted calls when all processes are killed among them.
 */
export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of chosen) {
    const peer = peers[name]
    if (!peer) throw new Error(`"${name}" is none of ${Object.keys(peers).join(', ')}`)
    rows.push(...(await measurePeer(peer)))
  }
  return rows
}

async function measurePeer(peer: Peer): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-peer-'))
  const postgres = await startEmbedded(path.join(folder, 'postgres'))
  const shop = await aShop()
  for (const name of ['own', 'marks']) await execute(postgres.url, `create database ${name}`)
  const [own, marks] = [databaseUrl(postgres.url, 'own'), databaseUrl(postgres.url, 'marks')]
  // A webhook of Weft gives its request on with the record, and nothing is left out silently where a table is written.
  await execute(marks, 'create table marks (id int not null, _request jsonb)')
  const client = new pg.Client({ connectionString: marks })
  await client.connect()
  const running = await peer.start({
    ...{ folder: path.join(folder, 'home'), own: new URL(own), marks: new URL(marks), shop: shop.url },
  })
  try {
    const of = (name: string) => `${peer.name} ${peer.version}: ${name}`
    return [
      ...(await answers(running.urls.now, of('answer at once'))),
      ...(await answers(running.urls.at_end, of('answer at the end'))),
      await until(client, burst, of(`${burst} calls that write a row`), () => callAll(running.urls.write, burst)),
      await until(client, waiting, of(`${waiting} runs that wait a second`), () => callAll(running.urls.wait, waiting)),
      await until(client, asked, of(`a run that asks ${asked} times`), () =>
        call(running.urls.ask_all, agent(1), { ids: Array.from({ length: asked }, (_, i) => i) }),
      ),
      ...(await crash(client, running, of(`killed among ${burst} calls`))),
    ]
  } finally {
    await running.stop()
    await client.end()
    await postgres.stop()
    shop.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function answers(url: string, name: string): Promise<Row[]> {
  const one = agent(1)
  const took: number[] = []
  for (let i = 0; i < 220; i++) {
    const began = performance.now()
    await call(url, one, { id: i })
    if (i >= 20) took.push(performance.now() - began)
    await sleep(10)
  }
  const began = performance.now()
  await callAll(url, burst)
  const seconds = (performance.now() - began) / 1_000
  return [
    row(`${name}, one at a time, p50`, quantile(took, 0.5), 'ms'),
    row(`${name}, over 50 connections`, burst / seconds, 'calls/s'),
  ]
}

/** Seconds until so many rows stand in the table. */
async function until(client: pg.Client, count: number, name: string, begin: () => Promise<unknown>): Promise<Row> {
  await client.query('truncate marks')
  const began = performance.now()
  await begin()
  for (const end = began + patience_ms; performance.now() < end; await sleep(20)) {
    if ((await marked(client)).rows < count) continue
    return row(name, (performance.now() - began) / 1_000, 's')
  }
  return row(`${name}: not all came within two minutes, so many did`, (await marked(client)).rows, 'rows')
}

/** What is there in the end of calls that were answered well, all processes being killed while they are worked off. */
async function crash(client: pg.Client, running: Running, name: string): Promise<Row[]> {
  await client.query('truncate marks')
  const accepted = new Set<number>()
  const calling = callAll(running.urls.write, burst, (id) => accepted.add(id)).catch(() => 'the server is gone')
  while ((await marked(client)).rows < burst / 10) await sleep(5)
  await running.crash()
  await calling
  let before = -1
  for (let last = performance.now(); performance.now() - last < silence_ms; await sleep(200)) {
    const { rows } = await marked(client)
    if (rows !== before) last = performance.now()
    before = rows
  }
  const { rows, ids } = await marked(client)
  const { rows: found } = await client.query<{ id: number }>('select distinct id from marks')
  const known = new Set(found.map(({ id }) => id))
  return [
    row(`${name}: accepted`, accepted.size, 'calls'),
    row(`${name}: accepted and lost`, [...accepted].filter((id) => !known.has(id)).length, 'calls'),
    row(`${name}: written twice`, rows - ids, 'rows'),
  ]
}

async function marked(client: pg.Client): Promise<{ rows: number; ids: number }> {
  const { rows } = await client.query<{ rows: number; ids: number }>(
    'select count(*)::int as rows, count(distinct id)::int as ids from marks',
  )
  return rows[0]!
}

/** `SHOP/MILLISECONDS/NUMBER` answers `[{"id": NUMBER}]` after so long. */
async function aShop() {
  const server = createServer(async ({ url = '' }, response) => {
    const [, milliseconds, id] = url.split('/')
    await sleep(Number(milliseconds))
    response.setHeader('content-type', 'application/json').end(JSON.stringify([{ id: Number(id) }]))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const agent = (maxSockets: number) => new Agent({ keepAlive: true, maxSockets })

/** So many calls over 50 connections. */
async function callAll(url: string, count: number, accepted: (id: number) => void = () => {}) {
  const fifty = agent(50)
  let next = 0
  const one = async () => {
    while (next < count) {
      const id = next++
      await call(url, fifty, { id })
      accepted(id)
    }
  }
  await Promise.all(Array.from({ length: 50 }, one)).finally(() => fifty.destroy())
}

const call = (url: string, agent: Agent, body: object) =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode! < 300) resolve()
        else reject(new Error(`${url} answered ${answer.statusCode}`))
      })
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
