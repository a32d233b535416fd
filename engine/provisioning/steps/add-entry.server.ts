import { sql } from 'kysely'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { texts } from '../texts.ts'
import { defineStep, type Stored } from '../step.server.ts'

export const addEntry = defineStep({
  key: 'add_entry',
  failed: {
    code: 'CLIENT_NOT_CREATED',
    say: (kind) => (kind === 'partner' ? texts.partnerNotCreated() : texts.notCreated()),
  },
  async run({ deps: { db }, run_id, kind, tenant_id, draft, remember }) {
    const user_id = await inScope(db, systemScope, async (trx) => {
      await (kind === 'partner' ? insertPartner(trx, tenant_id, draft) : insertTenant(trx, tenant_id, draft))
      await trx.updateTable('provisioning_runs').set({ tenant_id }).where('id', '=', run_id).execute()
      return insertUser(trx, kind, tenant_id, draft)
    }).catch(sayWhatExists)
    await remember({ tenant_id, user_id })
  },
  async undo({ deps: { db }, kind, tenant_id }) {
    await inScope(db, systemScope, async (trx) => {
      await trx.deleteFrom('tenants').where('id', '=', tenant_id).execute()
      if (kind === 'partner') await trx.deleteFrom('partners').where('id', '=', tenant_id).execute()
    })
  },
})

/** What of a draft is kept with the account itself. */
const entryOf = ({
  user: _,
  server_id: __,
  engine: ___,
  storage: ____,
  documents_server_id: _____,
  ...entry
}: Stored) => entry

async function insertTenant(trx: Scoped, id: string, draft: Stored) {
  if (await exists(trx, 'tenants', id)) return
  await trx
    .insertInto('tenants')
    .values({ id, ...entryOf(draft), number: await nextNumber(trx, 'tenants') })
    .execute()
}

/** The partner, and the place that holds what is the partner's own. */
async function insertPartner(trx: Scoped, id: string, draft: Stored) {
  if (await exists(trx, 'partners', id)) return
  const entry = entryOf(draft) as ReturnType<typeof entryOf> & { number?: string | null }
  await trx
    .insertInto('partners')
    .values({ id, ...entry, number: entry.number ?? (await nextNumber(trx, 'partners')), active: false })
    .execute()
  await trx
    .insertInto('tenants')
    .values({ id, kind: 'partner', partner_id: id, name: entry.name, language: entry.language, workspace: '' })
    .execute()
}

const exists = (trx: Scoped, table: 'tenants' | 'partners', id: string) =>
  trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()

/** The next number of the range that nobody has been given by hand. */
async function nextNumber(trx: Scoped, range: 'tenants' | 'partners'): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ number: string }>`select weft_next_number(${range}) as number`.execute(trx)
    const { number } = rows[0]!
    if (!(await trx.selectFrom(range).select('id').where('number', '=', number).executeTakeFirst())) return number
  }
}

async function insertUser(trx: Scoped, kind: AccountKind, id: string, { user, language }: Stored) {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('tenant_id', '=', id), eb('partner_id', '=', id)]))
    .where('email', '=', user.email)
    .executeTakeFirst()
  if (found) return found.id
  const belongs =
    kind === 'partner'
      ? { kind, partner_id: id, role: 'partner_admin' }
      : { kind: 'client', tenant_id: id, role: 'tenant_admin' }
  const { id: user_id } = await trx
    .insertInto('users')
    .values({ ...user, ...belongs, language })
    .returning('id')
    .executeTakeFirstOrThrow()
  return user_id
}

function sayWhatExists(error: Error & { constraint?: string }): never {
  if (error.constraint?.includes('workspace'))
    throw new Conflict('DOMAIN_EXISTS', texts.domainExists(), { cause: error })
  throw error
}
