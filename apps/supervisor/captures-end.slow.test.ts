import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { loggedPostgres } from '@weft/kit/testing/logged-postgres.ts'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { aConnection, aWorkflow, outcome, run } from './testing/runs-on.ts'

const shop = await loggedPostgres()
await shop.owner.query('create table items (id int primary key)')
const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
after(() => product.stop())

/** What the shop keeps for readers: each has a slot and a publication of its name. */
const kept = async () =>
  (
    await shop.line((line) =>
      line.query<{ name: string }>(
        'select slot_name as name from pg_replication_slots union all select pubname from pg_publication order by 1',
      ),
    )
  ).rows.map(({ name }) => name)

/** The background looks every few seconds, and a minute after a try that failed. */
async function until(wanted: string[]) {
  for (const end = Date.now() + 240_000; (await kept()).join() !== wanted.join(); await sleep(500))
    if (Date.now() > end) assert.deepEqual(await kept(), wanted)
}

async function following(tenant: ProductTenant): Promise<string[]> {
  const before = await kept()
  await aConnection(tenant, 'shop', 'postgres', shop.settings)
  const workflow = await aWorkflow(
    tenant,
    `weft: 1
label: Follow
steps:
  - { id: changes, element: change_captured, settings: { connection: shop, table: items } }
  - { id: log, element: write_journal, settings: { text: "{{ id }}" } }
edges:
  - { from: changes.out, to: log.in }
`,
  )
  assert.equal((await outcome(tenant, await run(tenant, workflow))).status, 'info')
  return (await kept()).filter((name) => !before.includes(name))
}

async function anotherProject(tenant: ProductTenant): Promise<ProductTenant> {
  const project = await tenant.user.post('projects', { name: 'Another', short: 'another' })
  return { ...tenant, project_id: project.id, user: tenant.user.with({ 'x-project-id': project.id }) }
}

test('with projects and tenants that are deleted goes what databases keep for them', async () => {
  const tenant = await aTenantOn(product, 'Leave')
  await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  const another = await anotherProject(tenant)
  const [first, second] = [await following(tenant), await following(another)]
  assert.deepEqual([first.length, second.length], [2, 2])

  await another.user.delete(`projects/${another.project_id}`)
  await until(first)

  const down = await anotherProject(tenant)
  assert.equal((await following(down)).length, 2)
  await shop.stop()
  await down.user.delete(`projects/${down.project_id}`)
  // Long enough for a first try.
  await sleep(20_000)
  await shop.start()
  assert.equal((await kept()).length, 4)
  await until(first)

  await tenant.admin.delete(`clients/${tenant.tenant_id}`)
  await until([])
})
