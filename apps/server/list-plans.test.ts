// In a process of its own: it silences the log, which a process reads once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { fillWithManyTenants, firstId } from '@weft/kit/testing/many-tenants.ts'
import { openContext } from './open-context.ts'
import { createServer } from './server.ts'
import { signedIn } from './testing.ts'

/** A node of a plan as PostgreSQL tells it after it has run. */
type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

process.env['WEFT_API_PER_MINUTE'] ??= '1000000'
process.env['WEFT_LOG'] = 'silent' // what lies in the rows is no sentence, mapping or secret, at which some routes fail once they have read them
process.env['WEFT_SECRET_KEY'] = process.env['WEFT_TEST_KEY']!
const database = await testDatabase()
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
const filled = new Set(await fillWithManyTenants(owner))
// From here on PostgreSQL tells each session the plan of every statement it has run, those inside functions as well.
for (const setting of [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
  'auto_explain.log_timing = off',
  'auto_explain.log_nested_statements = on',
  'auto_explain.log_format = json',
  'client_min_messages = log',
])
  await owner.query(`alter database ${new URL(database.owner_url).pathname.slice(1)} set ${setting}`)
await owner.end()

const told: string[] = []
const pool = openPool(database.app_url, { max: 5 })
pool.on('connect', (client) =>
  client.on('notice', ({ message = '' }) => void (message.includes('plan:') && told.push(message))),
)
const home = mkdtempSync(path.join(tmpdir(), 'weft-home-'))
const opened = await openContext({ home, app_url: database.app_url, demo: false })
const context = { ...opened.context, db: openDatabase(pool) }
const app = await createServer(context)
await app.ready()
after(async () => {
  await app.close()
  await pool.end()
  await opened.close()
  rmSync(home, { recursive: true, force: true })
})

const tenant = {
  ...(await signedIn({ app, context }, { email: 'tess@t.example', role: 'tenant_admin', tenant_id: firstId })),
  'x-project-id': firstId,
}
const partner = await signedIn({ app, context }, { email: 'pat@p.example', role: 'partner_admin', partner_id: firstId })

const reads = Object.entries(app.swagger().paths ?? {})
  .filter(([address, verbs]) => address.startsWith('/api/app/') && verbs?.get)
  .map(([address]) => address)

/** A tenant has ten rows of each table, a partner twenty, of 5,000. */
const few = 100
let answered = 0
let scans = 0

for (const address of reads)
  test(`GET ${address} reads the caller's rows and not those of other tenants`, async () => {
    const url = address.replaceAll(/\{\w+\}/g, firstId)
    for (const [who, headers] of Object.entries({ tenant, partner })) {
      told.length = 0
      const answer = await app.inject({ url, headers })
      if (answer.statusCode === 200) answered++
      assert.deepEqual(told.flatMap(wideScans), [], who)
    }
  })

test('most of them were answered, over most tables', () => {
  assert.ok(answered > 150, `${answered} answers of ${reads.length} routes`)
  assert.ok(filled.size > 60, `${filled.size} tables`)
  assert.ok(scans > 500, `${scans} scans`)
})

/** The scans of a statement that went through more rows at a time than the caller can have. */
function wideScans(message: string): object[] {
  const { 'Query Text': statement, Plan: root } = JSON.parse(message.slice(message.indexOf('{'))) as {
    'Query Text': string
    Plan: Plan
  }
  const found = nodesOf(root).filter((node) => filled.has(node['Relation Name'] ?? ''))
  scans += found.length
  return found
    .filter((node) => rowsRead(node) > few)
    .map((node) => ({ statement, table: node['Relation Name'], by: node['Node Type'], rows: rowsRead(node) }))
}

const nodesOf = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const rowsRead = (node: Plan) =>
  node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
