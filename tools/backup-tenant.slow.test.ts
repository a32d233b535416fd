import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { databaseOf, onControl, onRecords } from '@weft/kit/testing/product-database.ts'
import { mariaDb } from '@weft/kit/testing/mariadb.ts'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'

const place = mkdtempSync(path.join(tmpdir(), 'weft-one-tenant-'))
const at = (name: string) => path.join(place, name)
const product = await startProduct()
after(async () => {
  await product.stop()
  rmSync(place, { recursive: true, force: true })
})

function run(tool: string, args: string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `tools/${tool}.ts`, ...args], {
    env: { ...process.env, WEFT_HOME: product.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<{ status: number | null; output: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, output })),
  )
}

const storageOf = ({ tenant_id }: ProductTenant) => path.join(product.home, 'storage', tenant_id)
const notes = (suffix: string, count = 1_200) =>
  Array.from({ length: count }, (_, n) => JSON.stringify({ n, text: `Notiz ${n}${suffix}` })).join('\n')

/** A tenant with records that were changed once, a workflow that made them, a file and documents. */
async function aCustomer(name: string, lies: object = {}) {
  const tenant = await aTenantOn(product, name, lies)
  const structure = await tenant.user.post('data_structures', {
    ...{ class_name: 'Note', table_name: 'notes', label: 'Note', data_versioning: true },
    fields: [
      { id: randomUUID(), name: 'n', type: 'integer', primary_key: true, required: true, nullable: false },
      { id: randomUUID(), name: 'text', type: 'text', length: 100, nullable: true },
    ],
  })
  const workflow = await tenant.user.post('workflows', {
    ...{ label: 'Notes', class_name: 'Notes' },
    source: `weft: 1
label: Notes
steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: notes.jsonl, format: jsonl } }
  - { id: write, element: write_records, settings: { structure_id: ${structure.id}, mode: upsert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: write.in }
`,
  })
  const query = await tenant.user.post('queries', {
    name: 'All notes',
    description: 'All of them',
    sql: 'select * from notes',
  })
  mkdirSync(path.join(storageOf(tenant), 'letters'), { recursive: true })
  writeFileSync(path.join(storageOf(tenant), 'letters', 'Grüße.txt'), 'Moin')
  writeFileSync(path.join(storageOf(tenant), 'letters', 'kept.txt'), 'stays')
  const customer = { ...tenant, structure, workflow, query }
  for (const suffix of ['', ' II']) await runNotes(customer, suffix)
  return customer
}
type Customer = Awaited<ReturnType<typeof aCustomer>>

async function runNotes(customer: Customer, suffix: string, count?: number): Promise<string> {
  writeFileSync(path.join(storageOf(customer), 'notes.jsonl'), notes(suffix, count))
  const { job_id } = await customer.user.post(`workflows/${customer.workflow.id}/run`)
  const job = await customer.user.ended(job_id)
  assert.equal(job.status, 'stopped', JSON.stringify(job.error))
  return job_id
}

/** Each record as people see it, and how often it was changed. */
async function recordsOf({ user, structure }: Customer) {
  const all: unknown[] = []
  for (let page = 1; ; page++) {
    const { body } = await user.call('GET', `data_structures/${structure.id}/records?perPage=500&page=${page}&sort=n`)
    all.push(...body.data.map(({ _id, n, text, _version }: any) => [_id, n, text, _version]))
    if (body.data.length < 500) return all
  }
}
async function documentsOf<T>({ tenant_id }: Customer, work: (store: any) => Promise<T>): Promise<T> {
  const pool = openPool(databaseOf(product).url, { max: 2 })
  const databases = openTenantDatabases(openDatabase(pool), openKeyring(product.home))
  try {
    return await work(await databases.documents(tenant_id))
  } finally {
    await databases.close()
    await pool.end()
  }
}

const customer = await aCustomer('Verlust Handel')
const neighbour = await aCustomer('Nachbar Handel')
const ids = [randomUUID(), randomUUID(), randomUUID()]
await documentsOf(customer, (store) =>
  store.putMany('data_lake', [
    { id: ids[0], project_id: customer.project_id, document: { n: 1, large: 1.5e300 }, text: 'Fisch' },
    { id: ids[1], project_id: customer.project_id, document: { n: 2 } },
  ]),
)

test(
  'a tenant who has lost everything gets back the records, documents, files and definitions of a backup, and nobody else notices',
  { timeout: 600_000 },
  async () => {
    const there = await recordsOf(customer)
    assert.deepEqual([there.length, there[0]], [1_200, [1, 0, 'Notiz 0 II', 2]])
    const made = await run('backup', [at('backup')])
    assert.equal(made.status, 0, made.output)

    // What goes wrong the day after, and what goes well.
    const since = await runNotes(customer, ' III', 300)
    await runNotes(neighbour, ' III', 300)
    const { user, structure } = customer
    await onRecords(product, customer.tenant_id, async (client) => {
      const { rows } = await client.query(
        "select format('%I.%I', schemaname, tablename) as place from pg_tables where tablename = 'notes'",
      )
      await client.query(`delete from ${rows[0].place} where n < 1000`)
    })
    await user.delete(`queries/${customer.query.id}`)
    await user.put(`workflows/${customer.workflow.id}/base_data`, { label: 'Broken' })
    const later = await user.post('data_structures', {
      ...{ class_name: 'Later', table_name: 'later', label: 'Later' },
      fields: [{ id: randomUUID(), name: 'n', type: 'integer', primary_key: true, required: true, nullable: false }],
    })
    await user.post(`data_structures/${later.id}/records`, { n: 7 })
    rmSync(path.join(storageOf(customer), 'letters', 'Grüße.txt'))
    writeFileSync(path.join(storageOf(customer), 'letters', 'kept.txt'), 'changed')
    writeFileSync(path.join(storageOf(customer), 'letters', 'new.txt'), 'new')
    await documentsOf(customer, async (store) => {
      await store.remove('data_lake', { ids: [ids[0]] })
      await store.change('data_lake', ids[1], { set: { n: 'changed' } })
      await store.put('data_lake', { id: ids[2], project_id: customer.project_id, document: { n: 3 } })
    })
    const next = { records: await recordsOf(neighbour), files: readdirSync(storageOf(neighbour)) }

    const back = await run('restore', [at('backup'), '--tenant', 'verlust handel'])
    assert.equal(back.status, 0, back.output)
    assert.match(
      back.output,
      /Verlust Handel has what it had at 20.*: 1200 records\. Besides, \d+ documents, 3 files and 2 definitions came back\./,
    )
    assert.match(back.output, /^1 runs have written since; the log of each says so/m)
    assert.match(back.output, /^These workflows are switched off until somebody publishes them: Notes$/m)

    assert.deepEqual(await recordsOf(customer), there)
    const versions = await user.get(`data_structures/${structure.id}/records/1/versions`)
    assert.deepEqual(
      versions.map(({ version, operation, record }: any) => [version, operation, record.text]),
      [[1, 'update', 'Notiz 0']],
    )
    assert.equal((await user.call('GET', `data_structures/${later.id}/records`)).body.data[0].n, 7)
    assert.equal((await user.get(`queries/${customer.query.id}`)).sql, 'select * from notes')
    const workflow = await user.get(`workflows/${customer.workflow.id}`)
    assert.deepEqual([workflow.label, workflow.published, workflow.active], ['Notes', false, false])
    const { rows: sources } = await onControl(product, (client) =>
      client.query('select source from workflows where id = $1', [customer.workflow.id]),
    )
    assert.match(sources[0].source, /^label: Notes$/m)
    const letter = (name: string) => readFileSync(path.join(storageOf(customer), name), 'utf8')
    assert.deepEqual(
      [letter('letters/Grüße.txt'), letter('letters/kept.txt'), letter('letters/new.txt')],
      ['Moin', 'stays', 'new'],
    )
    const aside = readdirSync(storageOf(customer)).find((name) => name.startsWith('before-restore-'))!
    assert.equal(letter(`${aside}/letters/kept.txt`), 'changed')
    assert.deepEqual(
      await documentsOf(customer, async (store) => [
        (await store.find('data_lake', { ids })).documents.map(({ document }: any) => document.n).sort(),
        await store.count('data_lake', { search: 'fisch' }),
      ]),
      [[1, 2, 3], 1],
    )
    const logs = await onControl(product, (client) =>
      client.query("select message from job_logs where job_id = $1 and level = 'warning'", [since]),
    )
    assert.match(JSON.stringify(logs.rows), /The tenant was brought back to a backup/)
    const moved = await onControl(product, (client) =>
      client.query(
        "select state, source_database <> target_database as other, drop_after > now() + interval '6 days' as kept, (select held from tenants where id = $1) as held from database_moves where tenant_id = $1",
        [customer.tenant_id],
      ),
    )
    assert.deepEqual(moved.rows, [{ state: 'done', other: true, kept: true, held: false }])

    // Work goes on, and the batches of the backup's runs are known.
    await user.post(`workflows/${customer.workflow.id}/publish`, { published: true, active: true })
    await runNotes(customer, ' IV', 1)
    assert.deepEqual((await recordsOf(customer))[0], [1, 0, 'Notiz 0 IV', 3])
    assert.deepEqual({ records: await recordsOf(neighbour), files: readdirSync(storageOf(neighbour)) }, next)
    assert.deepEqual(
      readdirSync(path.dirname(product.home)).filter((name) => name.startsWith(`${path.basename(product.home)}.`)),
      [],
    )
  },
)

test(
  'who is not there, or has a name somebody else has taken, is told so, and nothing has changed',
  { timeout: 300_000 },
  async () => {
    const refused = async (tenant: string) => {
      const { status, output } = await run('restore', [at('backup'), '--tenant', tenant])
      assert.equal(status, 1, output)
      return output.trim().split('\n').at(-1)!
    }
    assert.match(await refused('Niemand'), /There is no tenant Niemand in this installation/)
    const { user } = neighbour
    await user.delete(`queries/${neighbour.query.id}`)
    await user.post('queries', { name: 'All notes', description: 'All of them', sql: 'select 1' })
    const before = await recordsOf(neighbour)
    assert.match(
      await refused(neighbour.tenant_id),
      /The query “All notes” cannot come back, since another has its name by now/,
    )
    assert.deepEqual(await recordsOf(neighbour), before)
    await runNotes(neighbour, ' V', 1)
    const { rows } = await onControl(product, (client) =>
      client.query('select count(*)::int as moves from database_moves where tenant_id = $1', [neighbour.tenant_id]),
    )
    assert.deepEqual(rows, [{ moves: 0 }])
    const fresh = await aTenantOn(product, 'Neu Handel')
    assert.match(await refused(fresh.tenant_id), /Neu Handel is not in this backup; nothing was changed/)
  },
)

test('what fails in the middle leaves the tenant as it was, and at work', { timeout: 300_000 }, async () => {
  const before = await recordsOf(customer)
  const lies = () =>
    onControl(product, async (client) => {
      const { rows } = await client.query(
        "select database, (select held from tenants where id = $1) as held, (select count(*)::int from pg_database) as databases from tenant_connections where tenant_id = $1 and name = 'tenant'",
        [customer.tenant_id],
      )
      return rows
    })
  const there = await lies()
  // Where the backup has a folder there is a file by now.
  rmSync(path.join(storageOf(customer), 'letters'), { recursive: true })
  writeFileSync(path.join(storageOf(customer), 'letters'), 'no folder')
  const { status, output } = await run('restore', [at('backup'), '--tenant', customer.tenant_id])
  assert.equal(status, 1, output)
  assert.match(output, /Bringing files …/)
  assert.deepEqual(await lies(), there)
  assert.deepEqual(await recordsOf(customer), before)
  await runNotes(customer, ' VI', 1)
  assert.deepEqual((await recordsOf(customer))[0], [1, 0, 'Notiz 0 VI', 4])
})

const maria = await mariaDb()
test(
  'a tenant whose records lie on MariaDB gets them back there',
  { skip: typeof maria === 'string' ? maria : false, timeout: 300_000 },
  async () => {
    if (typeof maria === 'string') return
    const { id: server_id } = await customer.admin.post('database_servers', {
      ...{ name: 'Maria', engine: 'mysql', host: maria.host, port: maria.port },
      ...{ username: maria.username, password: maria.password },
    })
    const far = await aCustomer('Fern Handel', { server_id })
    const there = await recordsOf(far)
    const made = await run('backup', [at('far')])
    assert.equal(made.status, 0, made.output)
    await runNotes(far, ' III')
    const back = await run('restore', [at('far'), '--tenant', far.tenant_id])
    assert.equal(back.status, 0, back.output)
    assert.deepEqual(await recordsOf(far), there)
    const { rows } = await onControl(product, (client) =>
      client.query("select engine from tenant_connections where tenant_id = $1 and name = 'tenant'", [far.tenant_id]),
    )
    assert.deepEqual(rows, [{ engine: 'mysql' }])
    await runNotes(far, ' IV', 1)
  },
)
