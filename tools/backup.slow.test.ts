import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { onControl, onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import pg from 'pg'

const records = 60_000
const place = mkdtempSync(path.join(tmpdir(), 'weft-backup-'))
const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
const copies: Product[] = []
after(async () => {
  for (const one of [product, ...copies]) await one.stop()
  rmSync(place, { recursive: true, force: true })
})
const at = (name: string) => path.join(place, name)
const key = path.join(product.home, 'secret.key')

function run(tool: string, args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `tools/${tool}.ts`, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<{ status: number | null; output: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, output })),
  )
}
const backup = (folder: string, environment = {}) =>
  run('backup', [folder], { WEFT_HOME: product.home, ...environment })
const restore = (folder: string, home: string, args: string[] = [], environment = {}) =>
  run('restore', [folder, ...args], { WEFT_HOME: home, ...environment })

const tenant = await aTenantOn(product, 'Hanse Handel')
const storage = path.join(product.home, 'storage', tenant.tenant_id)
mkdirSync(path.join(storage, 'letters', 'empty'), { recursive: true })
writeFileSync(path.join(storage, 'letters', 'Grüße.txt'), 'Moin')
writeFileSync(
  path.join(storage, 'numbers.jsonl'),
  Array.from({ length: records }, (_, n) => JSON.stringify({ n: n + 1, name: `Record ${n + 1}` })).join('\n'),
)
const structure = await tenant.user.post('data_structures', {
  ...{ class_name: 'Number', table_name: 'numbers', label: 'Number' },
  fields: [
    { id: randomUUID(), name: 'n', type: 'integer', primary_key: true, required: true, nullable: false },
    { id: randomUUID(), name: 'name', type: 'text', length: 100, nullable: true },
  ],
})
async function workflow(label: string, source: string) {
  const made = await tenant.user.post('workflows', {
    ...{ label, class_name: label, source: `weft: 1\nlabel: ${label}\n${source}` },
  })
  await tenant.user.post(`workflows/${made.id}/publish`, { published: true, active: true })
  return made
}
// Each batch takes a moment, so that the backup is made in the middle.
const numbers = await workflow(
  'Numbers',
  `steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: numbers.jsonl, format: jsonl } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 500; while (Date.now() < until); return records }" } }
  - { id: write, element: write_records, settings: { structure_id: ${structure.id}, mode: insert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: slow.in }
  - { from: slow.out, to: write.in }
`,
)
const nightly = await workflow('Nightly', 'steps: [{ id: clock, element: schedule, settings: { option: yearly } }]')
const orders = await workflow('Orders', 'steps: [{ id: call, element: webhook }]')
const { path: hook } = await tenant.user.post('workflow_tokens', { workflow_id: orders.id, name: 'Shop' })

test(
  'what was copied while a run wrote starts held, and once it is released each record is there once',
  { timeout: 900_000 },
  async () => {
    const { job_id } = await tenant.user.post(`workflows/${numbers.id}/run`)
    for (let written = 0; written < 3_000; await sleep(50))
      written = (await tenant.user.get(`jobs/${job_id}`)).records_out
    const made = await backup(at('hot'))
    assert.equal(made.status, 0, made.output)
    assert.match(made.output, /The backup in .*hot is complete: \d+ files and all databases, \d+ MB, as of 20/)
    assert.ok(made.output.includes(`The key of the installation is not in it. Please keep ${key} elsewhere`))
    assert.ok(!made.output.includes('NOT IN THIS BACKUP'), made.output)
    for (const secret of [
      readFileSync(key, 'utf8').trim(),
      readFileSync(path.join(product.home, 'postgres/superuser.password'), 'utf8'),
    ])
      for (const name of readdirSync(at('hot'), { recursive: true, withFileTypes: true }))
        if (name.isFile())
          assert.ok(!readFileSync(path.join(name.parentPath, name.name)).includes(secret), `${name.name} holds a key`)
    assert.equal((await tenant.user.get(`jobs/${job_id}`)).finished_at, null, 'it was copied while the run wrote')

    const back = await restore(at('hot'), at('hot-home'), ['--key', key])
    assert.equal(back.status, 0, back.output)
    const copy = await startProduct({ environment: { WEFT_HOME: at('hot-home'), WEFT_WORKERS: '1' } })
    copies.push(copy)
    assert.match(copy.output(), /This installation was restored from a backup and is held/)
    const admin = await Client.signIn(copy.url, adminSignIn, 'admin')
    const user = (await Client.signIn(copy.url, tenant.sign_in)).with({ 'x-project-id': tenant.project_id })
    assert.equal(((await (await fetch(`${copy.url}/readyz`)).json()) as any).checks.jobs, 'held')

    const inCopy = () =>
      onRecords(copy, tenant.tenant_id, async (client) => {
        const { rows } = await client.query<{ place: string }>(
          `select format('%I.%I', schemaname, tablename) as place from pg_tables where tablename = 'numbers'`,
        )
        return (
          await client.query(
            `select count(*)::int as count, count(distinct n)::int as different, coalesce(sum(n), 0)::text as sum from ${rows[0]!.place}`,
          )
        ).rows[0]
      })
    const before = await inCopy()
    assert.ok(before.count >= 3_000 && before.count < records, `${before.count} records`)

    await onControl(copy, (client) => client.query(`update schedules set next_at = now() - interval '5 minutes'`))
    const called = await fetch(`${copy.url}${hook}`, { method: 'POST', body: '{"number":1}' })
    assert.equal(called.status, 202)
    const held = await admin.get('supervisor/restoration')
    assert.deepEqual(
      held.under_way.map(({ id, workflow, tenant }: any) => [id, workflow, tenant]),
      [[job_id, 'Numbers', 'Hanse Handel']],
    )
    assert.deepEqual([held.under_way_count, held.queued, held.arrived, held.schedules_due], [1, 0, 1, 1])
    await sleep(5_000)
    assert.deepEqual(await inCopy(), before, 'nothing is written while it is held')
    assert.deepEqual(await jobsOf(copy, nightly.id), [], 'no schedule fires while it is held')
    assert.deepEqual(await jobsOf(copy, orders.id), ['webhook pending'])

    await admin.post('supervisor/release')
    assert.equal(await admin.get('supervisor/restoration'), null)
    assert.equal((await admin.call('POST', 'supervisor/release')).body.code, 'NOT_HELD')
    const job = await ended(user, job_id)
    assert.equal(job.status, 'stopped', JSON.stringify(job.error))
    assert.deepEqual([job.records_in, job.records_out, job.records_rejected], [records, records, 0])
    assert.deepEqual(await inCopy(), { count: records, different: records, sum: '1800030000' })
    assert.deepEqual(await jobsOf(copy, nightly.id), ['schedule stopped'])
    assert.deepEqual(await jobsOf(copy, orders.id), ['webhook stopped'])
    assert.equal((await ended(tenant.user, job_id)).status, 'stopped')
  },
)

const jobsOf = (of: Product, id: string) =>
  onControl(of, async (client) =>
    (
      await client.query<{ job: string }>(
        "select concat(started_by, ' ', status) as job from jobs where workflow_id = $1",
        [id],
      )
    ).rows.map(({ job }) => job),
  )

async function ended(user: Client, job_id: string): Promise<any> {
  for (const until = Date.now() + 300_000; Date.now() < until; await sleep(500)) {
    const job = await user.get(`jobs/${job_id}`)
    if (job.finished_at) return job
  }
  throw new Error('The job does not end')
}

test(
  'copied at rest, every record of every database and every file is the same, and the key in it opens by its passphrase',
  { timeout: 600_000 },
  async () => {
    const passphrase = { WEFT_BACKUP_PASSPHRASE: 'Fische schwimmen gern' }
    const gone = new Promise((resolve) => product.supervisor.once('exit', resolve))
    product.supervisor.kill('SIGTERM')
    await gone
    const made = await backup(at('cold'), passphrase)
    assert.equal(made.status, 0, made.output)
    assert.match(made.output, /The key of the installation is in it, locked with the passphrase/)
    assert.ok(!existsSync(path.join(product.home, 'postgres/data/postmaster.pid')), 'it leaves nothing running')

    assert.match((await restore(at('cold'), at('cold-home'))).output, /give its passphrase in WEFT_BACKUP_PASSPHRASE/)
    const wrong = await restore(at('cold'), at('cold-home'), [], { WEFT_BACKUP_PASSPHRASE: 'Fische fliegen gern' })
    assert.deepEqual([wrong.status, wrong.output], [1, 'The passphrase does not open the key of this backup.\n'])
    const back = await restore(at('cold'), at('cold-home'), [], passphrase)
    assert.equal(back.status, 0, back.output)

    assert.deepEqual(filesOf(at('cold-home')), filesOf(product.home))
    for (const name of ['secret.key', 'postgres/superuser.password']) {
      const file = path.join(at('cold-home'), name)
      assert.equal(readFileSync(file, 'utf8'), readFileSync(path.join(product.home, name), 'utf8'))
      assert.equal(statSync(file).mode & 0o777, 0o600)
    }
    const [there, here] = [await rowsOf(at('cold-home')), await rowsOf(product.home)]
    assert.ok(here.size > 150, `${here.size} tables`)
    for (const [table, rows] of here)
      if (!/^weft\.public\.(supervisors|supervisor_commands|restorations|audit_logs)$/.test(table))
        assert.deepEqual(there.get(table), rows, table)
    assert.deepEqual([...there.keys()], [...here.keys()])
    const entries = new Set(there.get('weft.public.audit_logs'))
    assert.deepEqual(
      here.get('weft.public.audit_logs')!.filter((row) => !entries.has(row)),
      [],
    )
  },
)

test('what is not whole, or has no key or no room, is refused by a sentence, and nothing is left behind', async () => {
  const refused = async (folder: string, home: string, args: string[] = ['--key', key]) => {
    const before = readdirSync(place)
    const { status, output } = await restore(folder, home, args)
    assert.equal(status, 1, output)
    assert.deepEqual(readdirSync(place), before)
    return output.trim().split('\n').at(-1)!
  }
  const damaged = (name: string, damage: (folder: string) => void) => {
    cpSync(at('hot'), at(name), { recursive: true })
    damage(at(name))
    return at(name)
  }
  const flipped = (file: string) => (folder: string) => {
    const bytes = readFileSync(path.join(folder, file))
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    writeFileSync(path.join(folder, file), bytes)
  }
  const letter = path.join('files/storage', tenant.tenant_id, 'letters/Grüße.txt')
  const nowhere = at('nowhere')
  assert.equal(
    await refused(damaged('a', flipped('cluster.tar.zst')), nowhere),
    'cluster.tar.zst is not as it was when the backup was made. Nothing was changed.',
  )
  assert.equal(
    await refused(damaged('b', flipped(letter)), nowhere),
    `${letter} is not as it was when the backup was made. Nothing was changed.`,
  )
  assert.equal(
    await refused(
      damaged('c', (folder) => rmSync(path.join(folder, letter))),
      nowhere,
    ),
    `${letter} is missing in the backup. Nothing was changed.`,
  )
  assert.match(
    await refused(
      damaged('d', (folder) => rmSync(path.join(folder, 'manifest.json'))),
      nowhere,
    ),
    /holds no backup, or one that was broken off/,
  )
  assert.match(
    await refused(
      damaged('e', (folder) => appendFileSync(path.join(folder, 'manifest.json'), '}')),
      nowhere,
    ),
    /manifest\.json is damaged, or of another version of Weft/,
  )
  writeFileSync(at('other.key'), 'another key')
  assert.match(
    await refused(at('hot'), nowhere, ['--key', at('other.key')]),
    /This is another key than the one of the backup/,
  )
  assert.match(await refused(at('hot'), nowhere, []), /The key of the installation was kept apart from this backup/)
  assert.match(await refused(at('hot'), at('cold-home')), /cold-home is not empty/)
  assert.match((await backup(at('hot'))).output, /hot is not empty/)
  assert.match((await backup(path.join(product.home, 'copy'))).output, /lies in .* itself/)
  assert.match(
    (await restore(at('hot'), nowhere, ['--key', key], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).output,
    /This backup is a copy of the PostgreSQL that comes with Weft, and is restored into that one/,
  )
  assert.match(
    (await backup(at('x'), { WEFT_HOME: nowhere, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).output,
    /There is no key in .*nowhere/,
  )
  assert.ok(!existsSync(at('x')))
})

/** What lies in a home beside its databases and keys: the bytes of files by their digest, and when they were changed. */
function filesOf(home: string): string[] {
  return (readdirSync(home, { recursive: true }) as string[])
    .filter((name) => !/^(postgres|tmp|uploads|secret\.key|sftp_host_key|supervisor.*lock)/.test(name))
    .map((name) => {
      const found = statSync(path.join(home, name))
      const content =
        found.isFile() &&
        createHash('sha256')
          .update(readFileSync(path.join(home, name)))
          .digest('hex')
      return `${name} ${found.mode} ${found.mtime.toISOString()} ${content}`
    })
    .sort()
}

/** Every row of every table of a home's databases, as PostgreSQL writes it. */
async function rowsOf(home: string): Promise<Map<string, string[]>> {
  const cluster = await startEmbedded(path.join(home, 'postgres'))
  const on = async <T>(database: string, work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ connectionString: databaseUrl(cluster.url, database) })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  const list = (client: pg.Client, text: string) =>
    client.query<{ text: string }>(text).then(({ rows }) => rows.map((row) => row.text))
  try {
    const found = new Map<string, string[]>()
    for (const database of await on('postgres', (client) =>
      list(client, 'select datname as text from pg_database where not datistemplate order by 1'),
    ))
      await on(database, async (client) => {
        const tables = await list(
          client,
          `select format('%I.%I', schemaname, tablename) as text from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
        )
        for (const table of tables)
          found.set(`${database}.${table}`, await list(client, `select t::text as text from ${table} t order by 1`))
      })
    return found
  } finally {
    await cluster.stop()
  }
}
