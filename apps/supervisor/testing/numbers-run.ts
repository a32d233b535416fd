import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import type { ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { aStructure, aWorkflow } from './runs-on.ts'

const records = 20_000
/** What is there when each of them was written once. */
export const allNumbers = { rows: records, numbers: records, first: 0, last: records - 1 }

/** A source that cannot be repeated: asked again it says other numbers. Goes with `close`. */
export async function aSourceOfNumbers(host: string) {
  let asked = 0
  const server = createServer((_, response) => {
    const from = asked++ * 1_000_000
    response.end(JSON.stringify(Array.from({ length: records }, (_, i) => ({ n: from + i }))))
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    asked: () => asked,
    close: () => server.close(),
  }
}

/** A workflow that takes some seconds to bring the numbers of a source into a structure. */
export async function bringingNumbers(tenant: ProductTenant, url: string): Promise<string> {
  const structure = await aStructure(tenant, 'numbers', [['n', 'integer']])
  return aWorkflow(
    tenant,
    `weft: 1
label: Numbers
steps:
  - { id: go, element: manual }
  - { id: ask, element: http_request, settings: { url: "${url}" } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 300; while (Date.now() < until); return records }" } }
  - { id: write, element: write_records, settings: { structure_id: ${structure}, mode: insert } }
edges:
  - { from: go.out, to: ask.in }
  - { from: ask.out, to: slow.in }
  - { from: slow.out, to: write.in }
`,
  )
}

/** Lines to the control database of a cluster and to the one that holds a tenant's records, past everything the application would refuse. */
export async function linesTo(cluster_url: string, control: string, { tenant_id, project_id }: ProductTenant) {
  const line = async (database: string) => {
    const client = new pg.Client({ connectionString: databaseUrl(cluster_url, database) })
    await client.connect()
    return client
  }
  const onControl = await line(control)
  const { rows } = await onControl.query<{ database: string }>(
    `select database from tenant_connections where tenant_id = $1 and name = 'tenant'`,
    [tenant_id],
  )
  const { database } = rows[0]!
  const onRecords = await line(database)
  return {
    control: onControl,
    /** What of the numbers has been written. */
    async written() {
      const table = `"p_${project_id.replaceAll('-', '')}".numbers`
      const { rows } = await onRecords.query(
        `select count(*)::int as rows, count(distinct n)::int as numbers, min(n)::int as first, max(n)::int as last from ${table}`,
      )
      return rows[0]
    },
    /** The sessions that hold a transaction on the tenant's records open and do nothing just now. */
    inTransaction: async () =>
      (
        await onControl.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = $1 and state = 'idle in transaction'`,
          [database],
        )
      ).rows.map(({ pid }) => pid),
    end: () => Promise.all([onControl.end(), onRecords.end()]),
  }
}
