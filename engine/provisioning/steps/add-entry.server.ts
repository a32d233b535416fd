import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { texts } from '../texts.ts'
import { defineStep, type Stored } from '../step.server.ts'

export const addEntry = defineStep({
  key: 'add_entry',
  failed: { code: 'CLIENT_NOT_CREATED', say: texts.notCreated },
  async run({ house: { db }, run_id, tenant_id, draft, remember }) {
    const user_id = await inScope(db, systemScope, async (trx) => {
      await insertTenant(trx, tenant_id, draft)
      await trx.updateTable('provisioning_runs').set({ tenant_id }).where('id', '=', run_id).execute()
      return insertUser(trx, tenant_id, draft)
    }).catch(sayWhatExists)
    await remember({ tenant_id, user_id })
  },
  async undo({ house: { db }, tenant_id }) {
    await inScope(db, systemScope, (trx) => trx.deleteFrom('tenants').where('id', '=', tenant_id).execute())
  },
})

async function insertTenant(trx: Scoped, id: string, { user: _, server_id: __, ...draft }: Stored) {
  await trx
    .insertInto('tenants')
    .values({ id, ...draft, number: await nextNumber(trx), api_token: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Tenant numbers count up from 10001, one at a time. */
async function nextNumber(trx: Scoped) {
  await sql`select pg_advisory_xact_lock(hashtextextended('weft tenant numbers', 0))`.execute(trx)
  const { highest } = await trx.selectFrom('tenants').select(sql<number>`coalesce(max(number::bigint) filter (where number ~ '^[0-9]{1,15}$'), 10000)`.as('highest')).executeTakeFirstOrThrow()
  return String(Number(highest) + 1)
}

async function insertUser(trx: Scoped, tenant_id: string, { user, language }: Stored) {
  const found = await trx.selectFrom('users').select('id').where('tenant_id', '=', tenant_id).where('email', '=', user.email).executeTakeFirst()
  if (found) return found.id
  const { id } = await trx.insertInto('users').values({ ...user, kind: 'client', tenant_id, role: 'tenant_admin', language }).returning('id').executeTakeFirstOrThrow()
  return id
}

function sayWhatExists(error: Error & { constraint?: string }): never {
  if (error.constraint?.includes('workspace')) throw new Conflict('DOMAIN_EXISTS', texts.domainExists(), { cause: error })
  throw error
}
