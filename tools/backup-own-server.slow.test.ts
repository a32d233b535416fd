import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import pg from 'pg'

const place = mkdtempSync(path.join(tmpdir(), 'weft-own-server-'))
const at = (name: string) => path.join(place, name)
const server = await startEmbedded(at('server'))
// Its owner is no superuser, and may make databases and logins.
await execute(server.url, `create role keeper login createdb createrole password 'Kiel'`)
await execute(server.url, 'create database control owner keeper')
const owner = new URL(databaseUrl(server.url, 'control'))
owner.username = 'keeper'
owner.password = 'Kiel'
const home = at('home')
const product = await startProduct({ environment: { WEFT_HOME: home, DATABASE_URL: owner.href } })
const running: Product[] = [product]
after(async () => {
  for (const one of running) await one.stop()
  await server.stop()
  rmSync(place, { recursive: true, force: true })
})

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

const { user, tenant_id, project_id, sign_in } = await aTenantOn(product, 'Kieler Kontor')
const structure = await user.post('data_structures', {
  ...{ class_name: 'Number', table_name: 'numbers', label: 'Number', data_versioning: true },
  fields: [
    { id: randomUUID(), name: 'n', type: 'integer', primary_key: true, required: true, nullable: false },
    { id: randomUUID(), name: 'name', type: 'text', length: 100, nullable: true },
  ],
})
const storage = path.join(home, 'storage', tenant_id)
mkdirSync(storage, { recursive: true })
const workflow = await user.post('workflows', {
  ...{ label: 'Numbers', class_name: 'Numbers' },
  source: `weft: 1
label: Numbers
steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: numbers.jsonl, format: jsonl } }
  - { id: write, element: write_records, settings: { structure_id: ${structure.id}, mode: upsert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: write.in }
`,
})
async function runNumbers(by: Client, suffix: string) {
  const lines = Array.from({ length: 2_000 }, (_, n) => JSON.stringify({ n, name: `Zahl ${n}${suffix}\n"ß"\\N` }))
  writeFileSync(path.join(storage, 'numbers.jsonl'), lines.join('\n'))
  const { job_id } = await by.post(`workflows/${workflow.id}/run`)
  const job = await by.ended(job_id)
  assert.equal(job.status, 'stopped', JSON.stringify(job.error))
}
for (const suffix of ['', ' II']) await runNumbers(user, suffix)

/** Every row of every table of a database, what each sequence gives next, and what keeps them right. */
async function contentOf(url: string, database: string) {
  const client = new pg.Client({ connectionString: databaseUrl(url, database) })
  await client.connect()
  const list = async (text: string) => (await client.query<{ text: string }>(text)).rows.map((row) => row.text)
  const tables = await list(
    "select format('%I.%I', schemaname, tablename) as text from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1",
  )
  try {
    const rows = new Map<string, string[]>()
    for (const table of tables) rows.set(table, await list(`select t::text as text from ${table} t order by 1`))
    return {
      rows,
      sequences: await list(
        "select concat(schemaname, '.', sequencename, ' ', last_value) as text from pg_sequences order by 1",
      ),
      rules: await list(
        `select concat(conrelid::regclass, ' ', conname, ' ', pg_get_constraintdef(oid)) as text from pg_constraint where conrelid <> 0
          union all select concat(tgrelid::regclass, ' ', tgname, ' ', tgenabled) from pg_trigger where not tgisinternal
          union all select concat(oid::regclass, ' ', relrowsecurity, relforcerowsecurity) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
          order by 1`,
      ),
    }
  } finally {
    await client.end()
  }
}

async function stopped(one: Product) {
  const gone = new Promise((resolve) => one.supervisor.once('exit', resolve))
  one.supervisor.kill('SIGTERM')
  await gone
}

test(
  'a control database on a server of others is copied by its rows while Weft runs, and comes back table by table on the own server',
  { timeout: 600_000 },
  async () => {
    // Runs and their clocks change rows all the time; a second backup is compared, at rest.
    const hot = await run('backup', [at('hot')], { WEFT_HOME: home, DATABASE_URL: owner.href })
    assert.equal(hot.status, 0, hot.output)
    await stopped(product)
    await execute(databaseUrl(server.url, 'control'), 'create table theirs (n int); insert into theirs values (1)')
    await execute(databaseUrl(server.url, 'control'), 'alter table theirs owner to keeper')
    const made = await run('backup', [at('cold')], { WEFT_HOME: home, DATABASE_URL: owner.href })
    assert.equal(made.status, 0, made.output)
    assert.ok(!made.output.includes('NOT IN THIS BACKUP'), made.output)
    assert.match(made.output, /Copying the records of Kieler Kontor: database weft_t_\w+ on 127\.0\.0\.1:\d+ …/)
    assert.match(made.output, /Copying the documents of Kieler Kontor: database weft_d_\w+ on 127\.0\.0\.1:\d+ …/)
    assert.deepEqual(
      readdirSync(at('cold'))
        .filter((name) => !/^(records|documents)-/.test(name))
        .sort(),
      ['control', 'control.json', 'files', 'files.jsonl', 'manifest.json', 'secrets.json'],
    )
    await execute(databaseUrl(server.url, 'control'), 'drop table theirs')

    const key = ['--key', path.join(home, 'secret.key')]
    const back = await run('restore', [at('cold'), ...key], { WEFT_HOME: at('cold-home') })
    assert.equal(back.status, 0, back.output)
    assert.match(back.output, /^NOT RESTORED: the table public\.theirs, which is none of Weft's$/m)
    const there = await contentOf(server.url, 'control')
    const cluster = await startEmbedded(path.join(at('cold-home'), 'postgres'))
    const here = await contentOf(cluster.url, 'weft')
    assert.deepEqual(here.rules, there.rules)
    assert.deepEqual([...here.rows.keys()], [...there.rows.keys()])
    assert.ok(there.rows.size > 100, `${there.rows.size} tables`)
    // What a restore changes: where databases lie, who works there, and what it writes down.
    const own =
      /^public\.(supervisors|supervisor_commands|restorations|audit_logs|database_servers|tenant_connections)$/
    for (const [table, rows] of there.rows)
      if (!own.test(table) && table !== 'public.provisioning_steps') assert.deepEqual(here.rows.get(table), rows, table)
    const entries = new Set(here.rows.get('public.audit_logs'))
    assert.deepEqual(
      there.rows.get('public.audit_logs')!.filter((row) => !entries.has(row)),
      [],
    )
    assert.deepEqual(
      here.sequences.filter((one) => !one.startsWith('public.audit_logs')),
      there.sequences.filter((one) => !one.startsWith('public.audit_logs')),
    )
    await cluster.stop()

    const empty = (name: string) => {
      const url = new URL(owner)
      url.pathname = `/${name}`
      return url.href
    }
    await execute(server.url, 'create database anew owner keeper')
    const third = { WEFT_HOME: at('third-home'), DATABASE_URL: empty('anew') }
    const used = await run('restore', [at('cold'), ...key], { ...third, DATABASE_URL: owner.href })
    assert.match(
      used.output,
      /The database of DATABASE_URL is not empty\. Please give one without tables; nothing was changed\.\n$/,
    )
    const onto = await run('restore', [at('cold'), ...key], third)
    assert.equal(onto.status, 0, onto.output)
    const anew = await contentOf(server.url, 'anew')
    assert.deepEqual(anew.rules, there.rules)
    for (const [table, rows] of there.rows)
      if (!own.test(table) && table !== 'public.provisioning_steps') assert.deepEqual(anew.rows.get(table), rows, table)
    assert.ok(!readdirSync(at('third-home')).includes('postgres'))
    const beside = await startProduct({ environment: third })
    running.push(beside)
    const kay = (await Client.signIn(beside.url, sign_in)).with({ 'x-project-id': project_id })
    const records = `data_structures/${structure.id}/records`
    const first = (await kay.call('GET', `${records}?perPage=1&sort=n`)).body.data[0]
    await kay.put(`${records}/${first._id}`, { changes: { name: 'lost' } })
    const alone = await run('restore', [at('hot'), '--tenant', tenant_id], third)
    assert.equal(alone.status, 0, alone.output)
    assert.equal((await kay.call('GET', `${records}?perPage=1&sort=n`)).body.data[0].name, 'Zahl 0 II\n"ß"\\N')

    await assert.rejects(
      startProduct({
        environment: { WEFT_HOME: at('fourth-home'), DATABASE_URL: owner.href, WEFT_WAL_ARCHIVE: at('log') },
      }),
      /WEFT_WAL_ARCHIVE archives the log of the PostgreSQL that comes with Weft, and DATABASE_URL says another one/,
    )

    const again = await run('restore', [at('hot'), ...key], { WEFT_HOME: at('hot-home') })
    assert.equal(again.status, 0, again.output)
    const copy = await startProduct({ environment: { WEFT_HOME: at('hot-home') } })
    running.push(copy)
    assert.equal(((await (await fetch(`${copy.url}/readyz`)).json()) as any).checks.jobs, 'held')
    const kim = (await Client.signIn(copy.url, sign_in)).with({ 'x-project-id': project_id })
    const page = await kim.call('GET', `data_structures/${structure.id}/records?perPage=1&sort=n`)
    assert.deepEqual([page.body.data[0].name, page.body.meta.total], ['Zahl 0 II\n"ß"\\N', 2_000])
    const operator = await Client.signIn(copy.url, adminSignIn, 'admin')
    await operator.post('supervisor/release')
    const { job_id } = await kim.post(`workflows/${workflow.id}/run`)
    assert.equal((await kim.ended(job_id)).status, 'stopped')
    assert.ok(readFileSync(path.join(at('hot-home'), 'storage', tenant_id, 'numbers.jsonl')).length > 0)
  },
)
