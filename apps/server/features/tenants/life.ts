import { lookAtCapturesNow } from '@weft/engine/connectors/watch-captures.server.ts'
import { graceDays } from '@weft/engine/provisioning/removal.server.ts'
import { inScope, systemScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { NotNull } from 'kysely'

const texts = defineMessages({
  notReady: {
    en: 'This account has not been set up completely and cannot be activated.',
    de: 'Dieses Konto ist nicht vollständig eingerichtet und kann nicht aktiviert werden.',
  },
  notDeleting: { en: 'This account is not marked for deletion.', de: 'Dieses Konto ist nicht zum Löschen vorgemerkt.' },
  inUse: {
    en: 'This partner still has {tenants, plural, one {one tenant} other {# tenants}}. Please move or delete its tenants first.',
    de: 'Dieser Partner hat noch {tenants, plural, one {einen Mandanten} other {# Mandanten}}. Bitte verschieben oder löschen Sie zuerst seine Mandanten.',
  },
})

export type AccountTable = 'tenants' | 'partners'
type State = { initialized: boolean; status: string }

/** What switching an account on or off changes in its row. */
export function lifeOf(active: boolean | undefined, before: State) {
  if (active === undefined) return {}
  if (active && !before.initialized) throw new Conflict('TENANT_NOT_READY', texts.notReady())
  return { active, status: active ? 'active' : 'deactivated', deleting_since: null }
}

/** Ends every session of an account's own users; a partner's tenants work on. */
export const lockOut = (db: Database, account: AccountTable, id: string) =>
  inScope(db, systemScope, async (trx) => {
    const users = trx
      .selectFrom('users')
      .select('id')
      .where(account === 'tenants' ? 'tenant_id' : 'partner_id', '=', id)
    await trx
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('revoked_at', 'is', null)
      .where('user_id', 'in', users)
      .execute()
  })

/** Marks an account for deletion: locked out at once, removed for good after the grace. */
export async function markForDeletion(db: Database, scope: Scope, account: AccountTable, id: string) {
  await inScope(db, scope, async (trx) => {
    await findAccount(trx, account, id)
    const { tenants } = await trx
      .selectFrom('tenants')
      .select((eb) => eb.fn.countAll<number>().as('tenants'))
      .where('partner_id', '=', id)
      .executeTakeFirstOrThrow()
    if (account === 'partners' && Number(tenants) > 0)
      throw new Conflict('PARTNER_IN_USE', texts.inUse({ tenants: Number(tenants) }))
    await trx
      .updateTable(account)
      .set({ active: false, status: 'deleting', deleting_since: new Date().toISOString() })
      .where('id', '=', id)
      .where('status', '!=', 'deleting')
      .execute()
  })
  await lockOut(db, account, id)
  if (account === 'tenants') await lookAtCapturesNow(db, id)
}

/** Takes the mark back while the grace lasts. */
export const restore = (db: Database, scope: Scope, account: AccountTable, id: string) =>
  inScope(db, scope, async (trx) => {
    const before = await findAccount(trx, account, id)
    if (before.status !== 'deleting') throw new Conflict('NOT_DELETING', texts.notDeleting())
    await trx
      .updateTable(account)
      .set({ active: before.initialized, status: before.initialized ? 'active' : 'created', deleting_since: null })
      .where('id', '=', id)
      .execute()
  })

/** What deleting an account takes with it, and when. */
export async function removalOf(db: Database, scope: Scope, account: AccountTable, id: string) {
  const { deleting_since, tenants, users } = await inScope(db, scope, async (trx) => ({
    ...(await findAccount(trx, account, id)),
    users: Number(
      (
        await trx
          .selectFrom('users')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where(account === 'tenants' ? 'tenant_id' : 'partner_id', '=', id)
          .executeTakeFirstOrThrow()
      ).n,
    ),
    tenants: Number(
      (
        await trx
          .selectFrom('tenants')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('partner_id', '=', id)
          .executeTakeFirstOrThrow()
      ).n,
    ),
  }))
  const goes = await inScope(db, { level: 'tenant', tenant_id: id }, async (trx) => ({
    databases: await trx
      .selectFrom('tenant_connections')
      .select(['name', 'engine', 'database'])
      .orderBy('name', 'desc')
      .execute(),
    ...(await trx
      .selectNoFrom((eb) => [
        eb
          .selectFrom('projects')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('projects'),
        eb
          .selectFrom('workflows')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('workflows'),
        eb
          .selectFrom('queues')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('queues'),
        eb
          .selectFrom('sftp_users')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('sftp_users'),
      ])
      .$narrowType<Record<'projects' | 'workflows' | 'queues' | 'sftp_users', NotNull>>()
      .executeTakeFirstOrThrow()),
  }))
  const from = Date.parse(deleting_since ?? new Date().toISOString())
  return {
    grace_days: graceDays,
    deleting_since,
    removed_after: new Date(from + graceDays * 86_400_000).toISOString(),
    tenants: account === 'partners' ? tenants : 0,
    users,
    ...goes,
  }
}

async function findAccount(trx: Scoped, account: AccountTable, id: string) {
  const found = await trx
    .selectFrom(account)
    .select(['status', 'initialized', 'deleting_since'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}
