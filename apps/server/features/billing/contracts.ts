import { billingSettings } from '@weft/catalogue/resources/setting/billing.ts'
import type { billingContractContract } from '@weft/contracts/billing-contracts.ts'
import { earliestEnd } from '@weft/engine/billing/term.ts'
import type { BodyOf } from '@weft/kit/contracts/route.ts'
import type { Scope, Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { forbidden, invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { todayInUtc } from './parts.ts'

const texts = defineMessages({
  whose: {
    en: 'A contract is a tenant’s or a partner’s.',
    de: 'Ein Vertrag gehört einem Mandanten oder einem Partner.',
  },
  notHis: { en: 'This is not the partner of the tenant.', de: 'Das ist nicht der Partner des Mandanten.' },
  exists: { en: 'There is a contract in force already.', de: 'Es gibt bereits einen laufenden Vertrag.' },
  over: { en: 'This contract is not in force any more.', de: 'Dieser Vertrag läuft nicht mehr.' },
  cancelled: { en: 'Notice has been given already.', de: 'Dieser Vertrag ist bereits gekündigt.' },
  before: { en: 'A contract cannot end before it begins.', de: 'Ein Vertrag kann nicht vor seinem Beginn enden.' },
})

export async function createContract(
  trx: Scoped,
  scope: Scope,
  body: BodyOf<(typeof billingContractContract)['POST /contracts']>,
) {
  const { tenant_id = null, partner_id = null, ...rest } = body
  if (!tenant_id && !partner_id) throw invalidField('tenant_id', texts.whose())
  await refuseUnknown(trx, { tenant_id, partner_id, plan_id: body.plan_id })
  const made = await trx
    .insertInto('contracts')
    .values({ tenant_id, partner_id, ...rest })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Conflict('CONTRACT_EXISTS', texts.exists())
  return readContract(trx, scope, made.id)
}

export async function changeContract(
  trx: Scoped,
  scope: Scope,
  id: string,
  body: BodyOf<(typeof billingContractContract)['PUT /contracts/:id']>,
) {
  const before = await lockContract(trx, id)
  if (before.status === 'ended') throw new Conflict('CONTRACT_ENDED', texts.over())
  const partner_id = body.partner_id === undefined ? before.partner_id : body.partner_id
  if (!before.tenant_id && !partner_id) throw invalidField('partner_id', texts.whose())
  await refuseUnknown(trx, { tenant_id: before.tenant_id, partner_id, plan_id: body.plan_id })
  if (Object.keys(body).length > 0) await trx.updateTable('contracts').set(body).where('id', '=', id).execute()
  return readContract(trx, scope, id)
}

/** Notice: who pays gives it for the earliest day there is, the provider for any. */
export async function cancelContract(
  trx: Scoped,
  scope: Scope,
  id: string,
  body: BodyOf<(typeof billingContractContract)['POST /contracts/:id/cancel']>,
) {
  const contract = await lockContract(trx, id)
  if (!isTheirs(scope, contract)) throw forbidden()
  if (contract.status !== 'active')
    throw new Conflict(
      contract.status === 'ended' ? 'CONTRACT_ENDED' : 'CONTRACT_CANCELLED',
      contract.status === 'ended' ? texts.over() : texts.cancelled(),
    )
  const ends_on = scope.level === 'provider' && body.ends_on ? body.ends_on : earliestEnd(contract, todayInUtc())
  if (ends_on < contract.start_on) throw invalidField('ends_on', texts.before())
  await trx
    .updateTable('contracts')
    .set({ status: 'cancelled', cancelled_on: todayInUtc(), cancel_reason: body.reason, ends_on })
    .where('id', '=', id)
    .execute()
  return readContract(trx, scope, id)
}

/** Takes notice back. */
export async function reactivateContract(trx: Scoped, scope: Scope, id: string) {
  const contract = await lockContract(trx, id)
  if (contract.status !== 'cancelled') throw new Conflict('CONTRACT_ENDED', texts.over())
  await trx
    .updateTable('contracts')
    .set({ status: 'active', cancelled_on: null, cancel_reason: '', ends_on: null })
    .where('id', '=', id)
    .execute()
  return readContract(trx, scope, id)
}

/** Whose business it is: the provider's, and of who pays. */
const isTheirs = (
  { level, tenant_id, partner_id }: Scope,
  contract: { tenant_id: string | null; partner_id: string | null },
) =>
  level === 'provider' ||
  (level === 'partner'
    ? contract.partner_id === partner_id
    : contract.partner_id === null && contract.tenant_id === tenant_id)

const rows = (trx: Scoped) =>
  trx
    .selectFrom('contracts as c')
    .innerJoin('plans as p', 'p.id', 'c.plan_id')
    .leftJoin('tenants as t', 't.id', 'c.tenant_id')
    .leftJoin('partners as a', 'a.id', 'c.partner_id')
    .selectAll('c')
    .select([
      't.name as tenant_name',
      'a.name as partner_name',
      'p.name as plan_name',
      'p.description as plan_description',
      'p.base_fee',
      'p.included_runs',
      'p.run_price',
      'p.included_records',
      'p.record_price',
      'p.included_gb',
      'p.gb_price',
    ])
    .select((eb) =>
      eb
        .selectFrom('contract_documents as d')
        .whereRef('d.contract_id', '=', 'c.id')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .as('documents'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/** Prices are between the provider and who pays; notes are the provider's own. */
function shown(
  scope: Scope,
  currency: string,
  {
    tenant_name,
    partner_name,
    plan_name,
    plan_description,
    base_fee,
    included_runs,
    run_price,
    included_records,
    record_price,
    included_gb,
    gb_price,
    note,
    ...contract
  }: Row,
) {
  const prices = isTheirs(scope, contract)
    ? { currency, base_fee, included_runs, run_price, included_records, record_price, included_gb, gb_price }
    : null
  return {
    ...contract,
    ...(scope.level === 'provider' && { note }),
    tenant: contract.tenant_id ? { id: contract.tenant_id, name: tenant_name } : null,
    partner: contract.partner_id ? { id: contract.partner_id, name: partner_name } : null,
    plan: { id: contract.plan_id, name: plan_name, description: plan_description, prices },
    earliest_end: contract.status === 'active' ? earliestEnd(contract, todayInUtc()) : null,
    mine: isTheirs(scope, contract),
  }
}

/** Contracts as whoever asks may see them, the newest first. */
export async function listContracts(
  trx: Scoped,
  scope: Scope,
  query: ListQuery & { tenant_id?: string | undefined; partner_id?: string | undefined },
) {
  const { limit, offset } = toLimitOffset(query)
  const { status } = filtersOf(query)
  let all = rows(trx)
  if (query.tenant_id) all = all.where('c.tenant_id', '=', query.tenant_id)
  if (query.partner_id) all = all.where('c.partner_id', '=', query.partner_id)
  if (status) all = all.where('c.status', '=', status)
  if (query.searchTerm)
    all = all.where((eb) =>
      eb.or(
        (['t.name', 'a.name', 'p.name'] as const).map((column) =>
          eb(column, 'ilike', `%${query.searchTerm!.replace(/[\\%_]/g, '\\$&')}%`),
        ),
      ),
    )
  const data = await all.orderBy('c.start_on', 'desc').orderBy('c.number', 'desc').limit(limit).offset(offset).execute()
  const { total } = await all
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { currency } = await readSettings(trx, billingSettings)
  return { data: data.map((row) => shown(scope, currency, row)), meta: metaOf(query, Number(total)) }
}

export async function readContract(trx: Scoped, scope: Scope, id: string) {
  const row = await rows(trx).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return shown(scope, (await readSettings(trx, billingSettings)).currency, row)
}

/** A contract, held until the transaction ends. */
export async function lockContract(trx: Scoped, id: string) {
  const row = await trx.selectFrom('contracts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function refuseUnknown(
  trx: Scoped,
  {
    tenant_id,
    partner_id,
    plan_id,
  }: { tenant_id: string | null; partner_id: string | null; plan_id: string | undefined },
) {
  const tenant = tenant_id
    ? await trx.selectFrom('tenants').select('partner_id').where('id', '=', tenant_id).executeTakeFirst()
    : undefined
  if (tenant_id && !tenant) throw notFound()
  if (tenant && partner_id && tenant.partner_id !== partner_id) throw invalidField('partner_id', texts.notHis())
  if (partner_id && !(await trx.selectFrom('partners').select('id').where('id', '=', partner_id).executeTakeFirst()))
    throw notFound()
  if (plan_id && !(await trx.selectFrom('plans').select('id').where('id', '=', plan_id).executeTakeFirst()))
    throw notFound()
}
