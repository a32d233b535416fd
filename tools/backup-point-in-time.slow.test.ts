import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { standstills } from '@weft/engine/queue/standstills.server.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseOf, onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { Client, startProduct, type Product } from '@weft/kit/testing/product.ts'

const place = mkdtempSync(path.join(tmpdir(), 'weft-in-time-'))
const at = (name: string) => path.join(place, name)
const archive = at("the 100%'s log")
const product = await startProduct({ environment: { WEFT_WAL_ARCHIVE: archive } })
const running: Product[] = [product]
after(async () => {
  for (const one of running) await one.stop()
  rmSync(place, { recursive: true, force: true })
})

function run(tool: string, args: string[], home: string) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `tools/${tool}.ts`, ...args], {
    env: { ...process.env, WEFT_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<{ status: number | null; output: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, output })),
  )
}
const restore = (home: string, args: string[]) =>
  run('restore', [at('backup'), '--key', path.join(product.home, 'secret.key'), ...args], home)

const { user, tenant_id, project_id, sign_in } = await aTenantOn(product, 'Gestern Handel')
const structure = await user.post('data_structures', {
  ...{ class_name: 'Note', table_name: 'notes', label: 'Note', data_versioning: true },
  fields: [
    { id: randomUUID(), name: 'n', type: 'integer', primary_key: true, required: true, nullable: false },
    { id: randomUUID(), name: 'text', type: 'text', length: 100, nullable: true },
  ],
})
const storage = path.join(product.home, 'storage', tenant_id)
mkdirSync(storage, { recursive: true })
writeFileSync(
  path.join(storage, 'notes.jsonl'),
  Array.from({ length: 30_000 }, (_, n) => JSON.stringify({ n: n + 1_000, text: 'by a run' })).join('\n'),
)
const slow = await user.post('workflows', {
  ...{ label: 'Slow', class_name: 'Slow' },
  source: `weft: 1
label: Slow
steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: notes.jsonl, format: jsonl } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 1000; while (Date.now() < until); return records }" } }
  - { id: write, element: write_records, settings: { structure_id: ${structure.id}, mode: insert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: slow.in }
  - { from: slow.out, to: write.in }
`,
})
const records = `data_structures/${structure.id}/records`
async function add(from: number, text: string) {
  for (let n = from; n < from + 10; n++) await user.post(records, { n, text })
}
/** All records people have made, as a user sees them. */
const seen = async (by: Client) =>
  (await by.call('GET', `${records}?perPage=500&sort=n`)).body.data
    .filter(({ n }: { n: number }) => n < 1_000)
    .map(({ n, text, _version }: { n: number; text: string; _version: number }) => [n, text, _version])

/** The moment by the clock of the database, with nothing at all written in it. */
async function moment(): Promise<string> {
  await sleep(300)
  const found = await onControl(product, (client) => client.query<{ at: Date }>('select clock_timestamp() as at'))
  await sleep(300)
  return found.rows[0]!.at.toISOString()
}

/** Until everything that was written is in the archive. */
async function archived() {
  const last = await onControl(product, async (client) => {
    const { rows } = await client.query<{ piece: string }>('select pg_walfile_name(pg_switch_wal()) as piece')
    return rows[0]!.piece
  })
  for (let tries = 0; !existsSync(path.join(archive, `${last}.gz`)); tries++) {
    assert.ok(tries < 600, `${last} is not archived: ${readdirSync(archive).join()}`)
    await sleep(100)
  }
}

test(
  'a backup is brought forward to a moment, record by record, or as far as the archived log goes',
  { timeout: 600_000 },
  async () => {
    await add(0, 'before the backup')
    const made = await run('backup', [at('backup')], product.home)
    assert.equal(made.status, 0, made.output)
    await add(10, 'after the backup')
    const changed = (await user.call('GET', `${records}?perPage=1&sort=n`)).body.data[0]
    await user.put(`${records}/${changed._id}`, { changes: { text: 'changed' }, version: changed._version })
    const { job_id } = await user.post(`workflows/${slow.id}/run`)
    for (let written = 0; written < 1_000; await sleep(50)) written = (await user.get(`jobs/${job_id}`)).records_out
    const there = await seen(user)
    assert.deepEqual([there.length, there[0]], [20, [0, 'changed', 2]])
    const until = await moment()
    await add(20, 'after the moment')
    await user.post(`jobs/${job_id}/cancel`)
    await archived()

    const back = await restore(at('home'), ['--wal', archive, '--until', until])
    assert.equal(back.status, 0, back.output)
    assert.ok(back.output.includes(`The installation is in ${at('home')}, as of ${until}.`), back.output)
    await assert.rejects(
      startProduct({ environment: { WEFT_HOME: at('home'), WEFT_WAL_ARCHIVE: archive } }),
      /is not empty\. Please give an empty folder in WEFT_WAL_ARCHIVE/,
    )
    const copy = await startProduct({ environment: { WEFT_HOME: at('home'), WEFT_WAL_ARCHIVE: at('own') } })
    running.push(copy)
    const again = (await Client.signIn(copy.url, sign_in)).with({ 'x-project-id': project_id })
    assert.deepEqual(await seen(again), there)
    assert.equal(((await (await fetch(`${copy.url}/readyz`)).json()) as any).checks.jobs, 'held')
    const job = await again.get(`jobs/${job_id}`)
    assert.deepEqual([job.status, job.error.code], ['error', 'RESTORED_TO_A_POINT_IN_TIME'])
    const said = await onControl(copy, (client) => client.query('select made_at from restorations'))
    assert.equal(said.rows[0].made_at.toISOString(), until)
    const settings = await onControl(copy, (client) =>
      client.query(
        "select name, setting from pg_settings where name in ('archive_mode', 'restore_command', 'recovery_target_time') order by 1",
      ),
    )
    assert.deepEqual(
      settings.rows.map(({ setting }) => setting),
      ['on', '', ''],
    )

    const whole = await restore(at('whole'), ['--wal', archive])
    assert.equal(whole.status, 0, whole.output)
    const last = await startProduct({ environment: { WEFT_HOME: at('whole') } })
    running.push(last)
    const latest = (await Client.signIn(last.url, sign_in)).with({ 'x-project-id': project_id })
    assert.deepEqual(await seen(latest), await seen(user))
    assert.equal((await seen(latest)).length, 30)
  },
)

test(
  'a moment the log does not lead to is refused by a sentence, and nothing is left behind',
  { timeout: 300_000 },
  async () => {
    const refused = async (args: string[]) => {
      const { status, output } = await restore(at('nowhere'), args)
      assert.equal(status, 1, output)
      assert.deepEqual(
        readdirSync(place).filter((name) => name.startsWith('nowhere')),
        [],
      )
      return output.trim().split('\n').at(-1)!
    }
    assert.match(await refused(['--until', 'now']), /Please say with --wal FOLDER where the log is archived/)
    assert.match(await refused(['--wal', archive, '--until', 'yesterday']), /yesterday is no moment/)
    assert.match(await refused(['--wal', at('none')]), /There is no folder .*none; nothing was changed/)
    assert.match(await refused(['--wal', archive, '--until', '2020-02-02T02:02:02Z']), /Please take an earlier backup/)
    assert.match(
      await refused(['--wal', archive, '--until', '2099-02-02T02:02:02Z']),
      /does not go on until 2099-02-02T02:02:02.000Z/,
    )
  },
)

test('an archive that is away is told, until it is there again', { timeout: 120_000 }, async () => {
  const pool = openPool(databaseOf(product).url, { max: 1, level: 'system' })
  const told = async () => (await standstills(pool)).filter(({ kind }) => kind === 'archive').length
  let next = 100
  const until = async (count: number) => {
    for (let tries = 0; (await told()) !== count; tries++) {
      assert.ok(tries < 200, `${await told()} instead of ${count}`)
      await user.post(records, { n: next++, text: 'more' })
      await onControl(product, (client) => client.query('select pg_switch_wal()'))
      await sleep(200)
    }
  }
  try {
    await until(0)
    renameSync(archive, at('away'))
    await until(1)
    renameSync(at('away'), archive)
    await until(0)
  } finally {
    await pool.end()
  }
})
