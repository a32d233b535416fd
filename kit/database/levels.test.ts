import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { sql } from 'kysely'
import { testDatabase } from '../testing/database.ts'
import { fillWithManyTenants, firstId } from '../testing/many-tenants.ts'
import { inScope, type Scope } from './connect.server.ts'

const { db, owner_url } = await testDatabase()
const owner = new pg.Client({ connectionString: owner_url })
await owner.connect()
const filled = await fillWithManyTenants(owner)
const { rows: columns } = await owner.query<{ table: string; name: string }>(
  `select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`,
)
const { rows: tenants } = await owner.query<{ id: string }>('select id from tenants where partner_id = $1', [firstId])
await owner.end()
const ofPartner = tenants.map(({ id }) => id)

/** Whose the rows are that a scope sees of a table: each tenant, project, user and partner once. */
async function seen(scope: Scope, table: string) {
  const has = (name: string) => columns.some((one) => one.table === table && one.name === name)
  const distinct = (name: string) =>
    has(name) ? sql`array_agg(distinct ${sql.ref(name)}) filter (where ${sql.ref(name)} is not null)` : sql`null`
  const { rows } = await inScope(db, scope, (trx) =>
    sql<Record<'tenants' | 'projects' | 'users' | 'partners', string[] | null>>`
      select ${distinct('tenant_id')} as tenants, ${distinct('project_id')} as projects,
        ${distinct('user_id')} as users, ${distinct('partner_id')} as partners from ${sql.table(table)}`.execute(trx),
  )
  return rows[0]!
}

const foreign = (ids: string[] | null, own: string[]) => (ids ?? []).filter((id) => !own.includes(id))

for (const table of filled) {
  test(`a tenant, with a project and without, sees rows in ${table} of nobody else`, async () => {
    for (const project_id of [undefined, firstId]) {
      const scope: Scope = { level: 'tenant', tenant_id: firstId, project_id, user_id: firstId }
      const whose = await seen(scope, table)
      assert.deepEqual(foreign(whose.tenants, [firstId]), [])
      if (project_id && whose.tenants) assert.deepEqual(foreign(whose.projects, [firstId]), [])
      if (!whose.tenants) assert.deepEqual(foreign(whose.users, [firstId]), [])
    }
  })

  test(`a partner sees rows in ${table} of itself and its tenants only`, async () => {
    const whose = await seen({ level: 'partner', partner_id: firstId, user_id: firstId }, table)
    assert.deepEqual(foreign(whose.tenants, ofPartner), [])
    assert.deepEqual(foreign(whose.partners, [firstId]), [])
    // The first user of a tenant has its id.
    if (!whose.tenants && !whose.partners) assert.deepEqual(foreign(whose.users, ofPartner), [])
  })
}

test('the rows are there to be seen: those of a tenant by the tenant, those of a partner by the partner', async () => {
  const tenant: Scope = { level: 'tenant', tenant_id: firstId, project_id: firstId }
  assert.deepEqual((await seen(tenant, 'workflows')).projects, [firstId])
  assert.deepEqual((await seen({ level: 'partner', partner_id: firstId }, 'leads')).partners, [firstId])
  assert.deepEqual((await seen({ level: 'partner', partner_id: firstId }, 'users')).tenants, [...ofPartner].sort())
  assert.equal((await seen({ level: 'provider' }, 'users')).tenants!.length, 500)
})
