import { contracts } from '@weft/contracts/all.ts'
import type { RouteContract } from '@weft/kit/contracts/route.ts'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Client } from '@weft/kit/testing/product.ts'
import type pg from 'pg'
import { quantile, row, type Row } from './figure.ts'
import { steadily } from './steadily.ts'

const size = Number(process.env['WEFT_BENCH_ROWS'] ?? 1_000_000)
const tenants = 1_000
const ofTheBig = { jobs: size / 5, workflows: 5_000, errors: size / 50 }
const seconds = 1
const target_ms = 20
const worst = 10
/** Some of them by their paths, with commas between; all where nothing is said. */
const chosen = process.env['WEFT_BENCH_LISTS']?.split(',')

/**
 * Milliseconds over HTTP for every list of the API at 100 requests a second, on an installation with a thousand tenants, a million jobs and a
 * hundred thousand refused records: as the tenant that has a fifth of the jobs and 5,000 workflows, and as one that has hardly anything.
 * Each list is asked for its first and last page, in every order and direction it offers, by its search, and by each filter that is a choice.
 */
export async function measure(): Promise<Row[]> {
  const product = await startProduct({ environment: { WEFT_API_PER_MINUTE: '100000000' } })
  try {
    const big = await aTenantOn(product, 'Big')
    const small = await aTenantOn(product, 'Small')
    await onControl(product, (client) => fill(client, big, small))
    const rows: Row[] = []
    for (const [name, { user }] of [
      ['the big tenant', big],
      ['a small one', small],
    ] as const) {
      const asked = await askEverything(user)
      const slowest = asked.toSorted((a, b) => b.p99 - a.p99)
      const late = asked.filter(({ p99 }) => p99 > target_ms)
      const of = `${name}: ${asked.length} ways to ask ${new Set(asked.map(({ path }) => path)).size} lists`
      rows.push(row(`${of}, p99 of the slowest`, slowest[0]!.p99, 'ms', target_ms))
      rows.push(row(`${of}, over ${target_ms} ms`, late.length, 'ways'))
      for (const { path, query, p50, p99 } of slowest.slice(0, worst))
        rows.push(row(`${name}: ${path}?${query}, p50 ${p50.toFixed(1)}, p99`, p99, 'ms', target_ms))
    }
    return rows
  } finally {
    await product.stop()
  }
}

type Asked = { path: string; query: string; p50: number; p99: number }

async function askEverything(user: Client): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const { path, queries } of lists()) {
    const first = await user.call('GET', `${path}?page=1`)
    if (first.status !== 200) continue
    const last = (first.body as { meta?: { lastPage?: number } }).meta?.lastPage ?? 1
    for (const query of ['page=1', ...(last > 1 ? [`page=${last}`] : []), ...queries]) {
      const call = () => user.get(`${path}?${query}`)
      for (let n = 0; n < 3; n++) await call()
      const took = await steadily(call, seconds)
      asked.push({ path, query, p50: quantile(took, 0.5), p99: quantile(took, 0.99) })
    }
  }
  return asked
}

/** A part of a query as zod declares it. */
type Field = { _zod: { def: { type: string; innerType?: Field; entries?: object } } }
type Declared = { shape?: Record<string, Field> } | undefined

/** The lists a tenant can ask without naming a thing first, with every way to ask for them but their pages. */
function lists(): { path: string; queries: string[] }[] {
  return Object.entries(contracts as Record<string, RouteContract>).flatMap(([key, { query, scope }]) => {
    const { shape } = (query as Declared) ?? {}
    if (!key.startsWith('GET /') || key.includes(':') || !shape?.['page']) return []
    if (scope === 'provider' || scope === 'partner' || scope === 'public') return []
    const path = key.slice('GET /'.length)
    return chosen && !chosen.includes(path) ? [] : [{ path, queries: waysOf(shape) }]
  })
}

function waysOf(shape: Record<string, Field>): string[] {
  const choices = ({ _zod: { def } }: Field): string[] =>
    def.innerType ? choices(def.innerType) : def.type === 'enum' ? Object.values(def.entries ?? {}).map(String) : []
  return Object.entries(shape).flatMap(([name, field]) => {
    if (name === 'searchTerm') return ['searchTerm=4711', 'searchTerm=nothing-like-it']
    return choices(field).map((choice) => `${encodeURIComponent(name)}=${encodeURIComponent(choice)}`)
  })
}

/** Straight into the tables, past constraints: this figure is about reading. */
async function fill(client: pg.Client, big: ProductTenant, small: ProductTenant) {
  await client.query(`set session_replication_role = replica`)
  await client.query(`create function pg_temp.nth(kind text, n int) returns uuid immutable language sql
    return overlay(overlay(md5(kind || n) placing '4' from 13) placing 'a' from 17)::uuid`)
  const made = `from generate_series(1, ${tenants}) n`
  await client.query(`
    insert into tenants (id, name, workspace, api_token, active, initialized, status)
      select pg_temp.nth('tenant', n), 'Tenant ' || n, 't' || n || '.example', 't' || n, true, true, 'active' ${made};
    insert into projects (id, tenant_id, name) select pg_temp.nth('project', n), pg_temp.nth('tenant', n), 'Project ' || n ${made};
    insert into queues (id, tenant_id, name) select pg_temp.nth('queue', n), pg_temp.nth('tenant', n), 'default' ${made};
    insert into workflows (id, tenant_id, project_id, label, class_name, published, active)
      select pg_temp.nth('workflow', n), pg_temp.nth('tenant', n), pg_temp.nth('project', n), 'Workflow ' || n, 'Workflow' || n, true, true ${made}`)
  const { rows } = await client.query<{ id: string }>('select id from queues where tenant_id = $1', [big.tenant_id])
  const queue = rows[0]!.id
  await client.query(
    `insert into workflows (id, tenant_id, project_id, queue_id, label, class_name, published, active)
      select pg_temp.nth('big', n), $1, $2, $3, 'Import ' || n, 'Import' || n, n % 10 > 0, n % 7 > 0 from generate_series(1, ${ofTheBig.workflows}) n`,
    [big.tenant_id, big.project_id, queue],
  )
  const columns = `insert into jobs (id, tenant_id, project_id, workflow_id, queue_id, status, source_id, version, started_by, content_identifier, number, records_in, records_out, records_rejected, created_at, started_at, finished_at, queued_at, position)`
  const rest = (
    workflow: string,
  ) => `case when n % 200 = 0 then 'error' when n % 50 = 0 then 'warning' else 'stopped' end, weft_source_id(${workflow}, ''), 1, (array['schedule', 'webhook', 'user'])[1 + n % 3],
    'order_number', n::text, n % 1000, n % 1000, n % 50 / 49, now() - n * interval '7 seconds', now() - n * interval '7 seconds', now() - n * interval '7 seconds' + n % 60 * interval '1 second', null, null`
  const ofBig = `pg_temp.nth('big', 1 + n % ${ofTheBig.workflows})`
  await client.query(
    `${columns} select pg_temp.nth('bigjob', n), $1, $2, ${ofBig}, $3, ${rest(ofBig)} from generate_series(1, ${ofTheBig.jobs}) n`,
    [big.tenant_id, big.project_id, queue],
  )
  const of = (kind: string) => `pg_temp.nth('${kind}', 1 + n % ${tenants})`
  await client.query(
    `${columns} select pg_temp.nth('job', n), ${of('tenant')}, ${of('project')}, ${of('workflow')}, ${of('queue')}, ${rest(of('workflow'))} from generate_series(1, ${size - ofTheBig.jobs}) n`,
  )
  await client.query(
    `insert into job_contents (job_id, tenant_id, project_id, value) select id, tenant_id, project_id, 'Order ' || number from jobs`,
  )
  const errors = `insert into record_errors (job_id, tenant_id, project_id, step, batch, position, record, field, value, reason, state, created_at)`
  const error = `'write', 0, n, jsonb_build_object('number', n), 'price', to_jsonb(n), '{"text":{"en":"is no number","de":"ist keine Zahl"}}', (array['open', 'resolved'])[1 + n % 2], now() - n * interval '7 seconds'`
  await client.query(
    `${errors} select pg_temp.nth('bigjob', 1 + n % ${ofTheBig.jobs}), $1, $2, ${error} from generate_series(1, ${ofTheBig.errors}) n`,
    [big.tenant_id, big.project_id],
  )
  await client.query(
    `${errors} select pg_temp.nth('job', n), ${of('tenant')}, ${of('project')}, ${error} from generate_series(1, ${size / 10 - ofTheBig.errors}) n`,
  )
  await client.query(
    `insert into jobs (id, tenant_id, project_id, workflow_id, queue_id, status, source_id, version, started_by)
      select pg_temp.nth('smalljob', n), $1, $2, pg_temp.nth('small', 1), (select id from queues where tenant_id = $1 limit 1), 'stopped', weft_source_id(pg_temp.nth('small', 1), ''), 1, 'user' from generate_series(1, 2) n`,
    [small.tenant_id, small.project_id],
  )
  await client.query(
    `insert into workflows (id, tenant_id, project_id, label, class_name) values (pg_temp.nth('small', 1), $1, $2, 'Only', 'Only')`,
    [small.tenant_id, small.project_id],
  )
  await client.query(
    `insert into workflow_sources (id, workflow_id, tenant_id, project_id, source) select weft_source_id(id, ''), id, tenant_id, project_id, '' from workflows
      on conflict do nothing`,
  )
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
}
