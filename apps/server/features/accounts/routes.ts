import { accountContract, type Booking } from '@weft/contracts/accounts.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { maskedIban } from '@weft/engine/billing/compose.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { isBic, isIban } from '@weft/kit/define/bank.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { accountOf, readBilling, todayInUtc } from '../billing/parts.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  iban: {
    en: 'This is not a valid IBAN. Please check the digits.',
    de: 'Das ist keine gültige IBAN. Bitte prüfen Sie die Ziffern.',
  },
  bic: {
    en: 'A BIC has 8 or 11 characters, such as DEUTDEFF.',
    de: 'Eine BIC hat 8 oder 11 Zeichen, zum Beispiel DEUTDEFF.',
  },
  holder: { en: 'A mandate needs the holder of the account.', de: 'Ein Mandat braucht den Kontoinhaber.' },
  signed: {
    en: 'A mandate is signed on a day that is not to come.',
    de: 'Ein Mandat wird an einem Tag unterschrieben, der nicht in der Zukunft liegt.',
  },
  whose: { en: 'Whose payment is it?', de: 'Wessen Zahlung ist das?' },
})

type Account = { tenant_id?: string | undefined; partner_id?: string | undefined }

/** Accounts of customers: how they pay, what they have paid, and what is open. */
export const accountRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, accountContract)

    on('GET /payment_methods', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const { limit, offset } = toLimitOffset(query)
        const all = ofAccount(trx.selectFrom('payment_methods').selectAll(), query)
        const data = await all.orderBy('status').orderBy('created_at', 'desc').limit(limit).offset(offset).execute()
        const { total } = await all
          .clearSelect()
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
        return { data: data.map(masked), meta: metaOf(query, Number(total)) }
      }),
    )

    on('POST /payment_methods', async ({ scope, body }, reply) => {
      if (body.kind === 'sepa') refuseMandate(body)
      const data = await inScope(db, scope, async (trx) => {
        const account = accountOf(scope, body)
        const number = await customerNumber(trx, account)
        await ofAccount(
          trx
            .updateTable('payment_methods')
            .set({ status: 'revoked', revoked_on: todayInUtc() })
            .where('status', '=', 'active'),
          { tenant_id: account.tenant_id ?? undefined, partner_id: account.partner_id ?? undefined },
        ).execute()
        const bank =
          body.kind === 'sepa'
            ? {
                account_holder: body.account_holder,
                iban: body.iban.replaceAll(' ', '').toUpperCase(),
                bic: body.bic.toUpperCase(),
                signed_on: body.signed_on,
                mandate_reference: await freeReference(trx, number),
              }
            : {}
        return trx
          .insertInto('payment_methods')
          .values({ ...account, kind: body.kind, ...bank })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      return reply.code(201).send({ data: masked(data) })
    })

    on('POST /payment_methods/:id/revoke', ({ scope, params: { id } }) =>
      inScope(db, scope, async (trx) => {
        const row = await trx
          .updateTable('payment_methods')
          .set({ status: 'revoked', revoked_on: todayInUtc() })
          .where('id', '=', id)
          .where('status', '=', 'active')
          .returningAll()
          .executeTakeFirst()
        if (!row) throw notFound()
        return { data: masked(row) }
      }),
    )

    on('POST /payments', async ({ scope, user, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        const invoice = body.invoice_id
          ? await trx
              .selectFrom('invoices')
              .select(['tenant_id', 'partner_id', 'currency'])
              .where('id', '=', body.invoice_id)
              .where('status', '<>', 'draft')
              .executeTakeFirst()
          : undefined
        if (body.invoice_id && !invoice) throw notFound()
        if (!invoice && !body.tenant_id && !body.partner_id) throw invalidField('invoice_id', texts.whose())
        const account = invoice
          ? { tenant_id: invoice.tenant_id, partner_id: invoice.partner_id }
          : accountOf(scope, body)
        const currency = invoice?.currency ?? (await readBilling(trx)).settings.currency
        return trx
          .insertInto('payments')
          .values({
            ...account,
            invoice_id: body.invoice_id ?? null,
            amount: body.amount,
            currency,
            paid_on: body.paid_on,
            method: body.method,
            note: body.note,
            recorded_by: user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      return reply.code(201).send({ data })
    })

    on('GET /bookings', ({ scope, query }) => inScope(db, scope, (trx) => bookings(trx, query)))
  }

type Method = { iban: string }
const masked = <M extends Method>(row: M) => ({ ...row, iban: row.iban === '' ? '' : maskedIban(row.iban) })

/** Narrows a question about accounts to the one that is meant; who may see which is for row-level security. */
function ofAccount<Q extends { where(column: any, operator: any, value: any): Q }>(
  query: Q,
  { tenant_id, partner_id }: Account,
): Q {
  const mine = tenant_id ? query.where('tenant_id', '=', tenant_id) : query
  return partner_id ? mine.where('partner_id', '=', partner_id) : mine
}

/** The day it is where days begin first: whoever is ahead of Greenwich signs today, not tomorrow. */
const latestDay = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)

function refuseMandate({
  iban,
  bic,
  account_holder,
  signed_on,
}: {
  iban: string
  bic: string
  account_holder: string
  signed_on: string
}) {
  if (account_holder === '') throw invalidField('account_holder', texts.holder())
  if (!isIban(iban)) throw invalidField('iban', texts.iban())
  if (bic !== '' && !isBic(bic)) throw invalidField('bic', texts.bic())
  if (signed_on > latestDay()) throw invalidField('signed_on', texts.signed())
}

async function customerNumber(
  trx: Scoped,
  { tenant_id, partner_id }: { tenant_id: string | null; partner_id: string | null },
): Promise<string> {
  const row = await (
    tenant_id
      ? trx.selectFrom('tenants').select(['id', 'number']).where('id', '=', tenant_id)
      : trx.selectFrom('partners').select(['id', 'number']).where('id', '=', partner_id!)
  ).executeTakeFirst()
  if (!row) throw notFound()
  return `${tenant_id ? '' : 'P'}${row.number || row.id.slice(0, 8).toUpperCase()}`
}

/** A reference nobody had: the customer's number and how many mandates there were. */
async function freeReference(trx: Scoped, number: string): Promise<string> {
  const { count } = await trx
    .selectFrom('payment_methods')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('mandate_reference', 'like', `M-${number}-%`)
    .executeTakeFirstOrThrow()
  return `M-${number}-${Number(count) + 1}`
}

async function bookings(trx: Scoped, query: ListQuery & Account) {
  const { limit, offset } = toLimitOffset(query)
  const of = query.tenant_id
    ? sql`tenant_id = ${query.tenant_id}`
    : query.partner_id
      ? sql`partner_id = ${query.partner_id}`
      : sql`true`
  const all = sql`
    with entries as (
      select id, id as invoice_id, kind, issued_on as booked_on, created_at, number, currency, gross as amount, due_on, recipient->>'name' as name, '' as note from invoices where status <> 'draft' and ${of}
      union all
      select p.id, p.invoice_id, 'payment', p.paid_on, p.created_at, i.number, p.currency, -p.amount, null, coalesce(i.recipient->>'name', t.name, a.name), p.note
      from (select * from payments where ${of}) p left join invoices i on i.id = p.invoice_id left join tenants t on t.id = p.tenant_id left join partners a on a.id = p.partner_id
    ), running as (select e.*, sum(amount) over (order by booked_on, created_at, id) as balance from entries e)`
  const { rows } =
    await sql<Booking>`${all} select id, invoice_id, kind, booked_on, number, currency, amount::text, balance::text, due_on, name, note from running order by booked_on desc, created_at desc, id desc limit ${limit} offset ${offset}`.execute(
      trx,
    )
  const { rows: counted } = await sql<{
    total: number
    balance: string
  }>`${all} select count(*)::int as total, coalesce(sum(amount), 0)::text as balance from entries`.execute(trx)
  return { data: rows, meta: { ...metaOf(query, counted[0]!.total), balance: counted[0]!.balance } }
}
