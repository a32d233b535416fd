import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { anAgentSite, type TestAgent } from '@weft/kit/testing/agent.ts'
import { closedNetwork, type ClosedNetwork } from '@weft/kit/testing/closed-network.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'

const records = 60_000
const plant = closedNetwork()
const skip = typeof plant === 'string' ? plant : false
const node = [process.execPath, '--disable-warning=ExperimentalWarning']

/** A database at the customer's site, asked from there. */
async function aDatabase({ start }: ClosedNetwork) {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-plant-'))
  const child = start([...node, path.resolve(import.meta.dirname, '../../kit/testing/embedded-apart.ts'), folder])
  const said = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const heard = async () => JSON.parse((await said.next()).value as string) as unknown
  const url = new URL((await heard()) as string)
  after(async () => {
    child.stdin!.end()
    await once(child, 'close')
    rmSync(folder, { recursive: true, force: true })
  })
  async function query(text: string): Promise<Record<string, unknown>[]> {
    child.stdin!.write(`${JSON.stringify(text)}\n`)
    return (await heard()) as Record<string, unknown>[]
  }
  const { port, username: user, password } = url
  return { query, settings: { host: '127.0.0.1', port: Number(port), user, password, database: 'postgres' } }
}

const refused = (host: string, port: number) =>
  new Promise((resolve) =>
    connect({ host, port })
      .once('connect', () => resolve('connected'))
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code)),
  )

const copying = `weft: 1
label: Copy
steps:
  - { id: go, element: manual }
  - { id: read, element: connector_read, settings: { connection: plant, table: items } }
  - { id: write, element: connector_write, settings: { connection: plant, table: copies, mode: insert, exactly_once: true } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: write.in }
`

test(
  'a database in a network without a way in is read and written through agents; one that is killed is taken over from, nothing lost, nothing twice',
  { skip },
  async () => {
    if (typeof plant === 'string') return
    const { query, settings } = await aDatabase(plant)
    await query('create table items (id bigint primary key, name text not null)')
    await query('create table copies (id bigint not null, name text not null)')
    await query(`insert into items select n, 'Item ' || n from generate_series(1, ${records}) n`)
    assert.equal(await refused(plant.inside, settings.port), 'ECONNREFUSED')

    const product = await startProduct({ environment: { HOST: '0.0.0.0', WEFT_WORKERS: '1' } })
    after(() => product.stop())
    const { user } = await aTenantOn(product, 'Plant')
    const url = `http://${plant.outside}:${product.port}`
    const place = `127.0.0.1:${settings.port}`
    const sites = [1, 2].map(() => anAgentSite({ command: [...plant.command, ...node] }))
    const agents: TestAgent[] = []
    after(async () => {
      await Promise.all(agents.map((agent) => agent.stop()))
      for (const site of sites) site.remove()
    })
    for (const [i, site] of sites.entries()) {
      const { code } = await user.post('agents', { name: `Agent ${i}` })
      const agent = site.start([url, code as string, '--allow', place, '--plain'])
      agents.push(agent)
      await agent.says('Connected to')
    }

    const entry = { project_id: user.headers['x-project-id'], connector: 'postgres' }
    const whole = { ...settings, encryption: 'none' }
    const direct = await user.post('connections', { ...entry, label: 'Direct', name: 'direct', settings: whole })
    assert.equal((await user.post(`connections/${direct.id}/test`)).ok, false)
    const way = { label: 'Plant', name: 'plant', settings: whole, reach: 'agent' }
    const { id } = await user.post('connections', { ...entry, ...way })
    assert.equal((await user.post(`connections/${id}/test`)).ok, true)
    const found = await user.get(`connections/${id}/table?name=items`)
    assert.deepEqual(found.sample[0], { id: '1', name: 'Item 1' })

    const workflow = await user.post('workflows', { label: 'Copy', class_name: 'Copy', source: copying })
    const { job_id } = await user.post(`workflows/${workflow.id}/run`)
    const jobBehind = async (before: number) => {
      for (const until = Date.now() + 240_000; Date.now() < until; await sleep(50)) {
        const job = await user.get(`jobs/${job_id}`)
        if (job.finished_at || job.records_out > before) return job
      }
      throw new Error(`No progress behind ${before} records`)
    }
    // Each in turn, so that one of them surely carried the run.
    let seen = 0
    for (const i of [0, 1]) {
      const job = await jobBehind(seen)
      assert.equal(job.finished_at, null, 'the run is longer than two kills')
      seen = job.records_out + 5_000
      await agents[i]!.stop('SIGKILL')
      await jobBehind(seen)
      const again = sites[i]!.start(['--allow', place])
      agents[i] = again
      await again.says('Connected to')
    }
    const ended = await jobBehind(Number.MAX_SAFE_INTEGER)
    assert.equal(ended.status, 'stopped', JSON.stringify([ended.error, product.output().slice(-2_000)]))
    const [copied] = await query('select count(*)::int as lines, count(distinct id)::int as records from copies')
    assert.deepEqual(copied, { lines: records, records })
  },
)
