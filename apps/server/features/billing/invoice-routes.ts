import { invoiceContract, invoiceSorts } from '@weft/contracts/invoices.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { mailInvoice } from '@weft/engine/billing/clock.server.ts'
import { payersOf, refuseIncompleteSeller } from '@weft/engine/billing/compose.server.ts'
import { fileInvoice, readInvoice } from '@weft/engine/billing/file.server.ts'
import type { Invoice } from '@weft/engine/billing/invoice.ts'
import { cancelInvoice, issueInvoice } from '@weft/engine/billing/issue.server.ts'
import { lastOfMonth, monthBefore } from '@weft/engine/billing/month.ts'
import { beginRun } from '@weft/engine/billing/run.server.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { isAddress } from '@weft/kit/define/mail-addresses.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Unavailable } from '@weft/kit/errors/errors.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { billingMails, readBilling, todayInUtc } from './parts.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  issued: {
    en: 'An issued invoice stays; it can only be cancelled.',
    de: 'Eine gestellte Rechnung bleibt; sie lässt sich nur stornieren.',
  },
  draft: { en: 'A draft cannot be mailed.', de: 'Ein Entwurf lässt sich nicht versenden.' },
  noAddress: {
    en: 'Nobody is named whom the invoice could be mailed to.',
    de: 'Es ist niemand genannt, an den die Rechnung gehen könnte.',
  },
})

type Account = { tenant_id?: string | undefined; partner_id?: string | undefined }

/** Invoices: the archive, their files, issuing and cancelling, and the runs that write them. */
export const invoiceRoutes =
  (context: AppContext<'db' | 'fileStore' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, invoiceContract)

    const { db, fileStore, mailer } = context

    on('GET /invoices', ({ scope, query }) => inScope(db, scope, (trx) => listed(trx, scope, query)))

    on('GET /invoices/:id', ({ scope, params: { id } }) =>
      inScope(db, scope, async (trx) => {
        await visible(trx, scope, id)
        const { pdf_path: _, ...invoice } = await readInvoice(trx, id)
        const { rows } = await sql<{
          paid: string
          open: string
        }>`select coalesce(sum(amount), 0)::text as paid, (${invoice.gross}::numeric - coalesce(sum(amount), 0))::text as open from payments where invoice_id = ${id}`.execute(
          trx,
        )
        return { data: { ...invoice, ...rows[0]! } }
      }),
    )

    on('GET /invoices/:id/pdf', async ({ scope, params: { id } }, reply) => {
      await inScope(db, scope, (trx) => visible(trx, scope, id))
      const { invoice, bytes } = await fileInvoice(db, fileStore, id)
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `inline; filename="${invoice.number ?? 'draft'}.pdf"`)
        .code(200)
        .send(bytes)
    })

    on('POST /invoices/:id/issue', ({ scope, params: { id } }) =>
      inScope(db, scope, async (trx) => ({
        data: brief(await issueInvoice(trx, id, todayInUtc(), await readBilling(trx))),
      })),
    )

    on('POST /invoices/:id/cancel', ({ scope, params: { id } }) =>
      inScope(db, scope, async (trx) => ({
        data: brief(await cancelInvoice(trx, id, todayInUtc(), await readBilling(trx))),
      })),
    )

    on('POST /invoices/:id/send', async ({ scope, params: { id }, body }) => {
      const invoice = await inScope(db, scope, (trx) => readInvoice(trx, id))
      if (invoice.status === 'draft') throw new Conflict('INVOICE_DRAFT', texts.draft())
      const to = body.to ?? invoice.recipient.email
      if (!isAddress(to)) throw new Unavailable('NO_ADDRESS', texts.noAddress())
      const mail = await mailInvoice(db, { fileStore, mailer, mails: billingMails }, id, to)
      await inScope(db, scope, (trx) =>
        trx.updateTable('invoices').set({ mail, mailed_at: new Date().toISOString() }).where('id', '=', id).execute(),
      )
      return { data: { id, mail, to } }
    })

    on('DELETE /invoices/:id', async ({ scope, params: { id } }, reply) => {
      await inScope(db, scope, async (trx) => {
        const { status } = await readInvoice(trx, id)
        if (status !== 'draft') throw new Conflict('INVOICE_ISSUED', texts.issued())
        await trx.deleteFrom('invoices').where('id', '=', id).execute()
      })
      return reply.code(204).send(null)
    })

    on('GET /invoice_runs', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const { limit, offset } = toLimitOffset(query)
        const data = await trx
          .selectFrom('invoice_runs')
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await trx
          .selectFrom('invoice_runs')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
        return { data, meta: metaOf(query, Number(total)) }
      }),
    )

    on('GET /invoice_runs/outlook', ({ scope, query }) =>
      inScope(db, scope, async (trx) => ({ data: await outlook(trx, query.month) })),
    )

    on('POST /invoice_runs', async ({ scope, user, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        const id = await beginRun(
          trx,
          { period: `${body.month}-01`, mode: body.mode, started_by: user.email },
          await readBilling(trx),
        )
        return trx.selectFrom('invoice_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      })
      return reply.code(202).send({ data })
    })
  }

const brief = ({ id, number, kind, status, issued_on, due_on, gross, hash }: Invoice) => ({
  id,
  number,
  kind,
  status,
  issued_on,
  due_on,
  gross,
  hash,
})

type Listed = z.input<(typeof invoiceContract)['GET /invoices']['answers'][200]>['data'][number]

/** Drafts are for the provider to review. */
async function visible(trx: Scoped, scope: Scope, id: string) {
  const found = await trx.selectFrom('invoices').select('status').where('id', '=', id).executeTakeFirst()
  if (!found || (found.status === 'draft' && scope.level !== 'provider')) throw notFound()
}

// Asked of the rows of a page; of all only where the list is narrowed to a state.
const paid = sql`(select coalesce(sum(p.amount), 0) from payments p where p.invoice_id = i.id)`
const state = sql<string>`case when i.status <> 'issued' then i.status when i.kind = 'cancellation' then 'paid' when ${paid} >= i.gross then 'paid' when i.due_on < current_date then 'overdue' else 'open' end`

async function listed(
  trx: Scoped,
  scope: Scope,
  query: ListQuery & Account & { state?: string | undefined; year?: number | undefined },
) {
  const { limit, offset } = toLimitOffset(query)
  const filters = filtersOf(query)
  const wanted = {
    state: query.state ?? filters['state'],
    year: query.year ?? Number(filters['year'] ?? NaN),
    kind: filters['kind'],
  }
  const term = query.searchTerm && `%${escapeLike(query.searchTerm)}%`
  const conditions = [
    scope.level === 'provider' ? sql`true` : sql`i.status <> 'draft'`,
    ...(query.tenant_id ? [sql`i.tenant_id = ${query.tenant_id}`] : []),
    ...(query.partner_id ? [sql`i.partner_id = ${query.partner_id}`] : []),
    ...(wanted.state ? [sql`${state} = ${wanted.state}`] : []),
    ...(Number.isInteger(wanted.year)
      ? [sql`extract(year from coalesce(i.issued_on, i.period)) = ${wanted.year}`]
      : []),
    ...(wanted.kind ? [sql`i.kind = ${wanted.kind}`] : []),
    ...(term ? [sql`(i.number ilike ${term} or i.recipient->>'name' ilike ${term})`] : []),
  ]
  const from = sql`from invoices i where ${sql.join(conditions, sql` and `)}`
  const column = invoiceSorts.find((one) => one === query.sort?.replace(/^-/, ''))
  const order = column
    ? sql`${sql.ref(`i.${column}`)} ${sql.raw(query.sort!.startsWith('-') ? 'desc' : 'asc')} nulls last`
    : sql`i.issued_on desc nulls first, i.number desc`
  const { rows } = await sql<Listed>`
    select i.id, i.number, i.kind, i.status, ${state} as state, i.tenant_id, i.partner_id, i.recipient->>'name' as recipient, i.period, i.issued_on, i.due_on, i.currency, i.net::text, i.tax::text, i.gross::text,
      ${paid}::text as paid, i.mail, i.mailed_at, i.cancels_id ${from} order by ${order}, i.id limit ${limit} offset ${offset}`.execute(
    trx,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(trx)
  return { data: rows, meta: metaOf(query, counted[0]!.total) }
}

/** How many would be invoiced, and which tenants nobody pays for: asked before a run is started. */
async function outlook(trx: Scoped, wanted: string | undefined) {
  const period = wanted ? `${wanted}-01` : monthBefore(todayInUtc())
  const context = await readBilling(trx)
  const payers = await payersOf(trx, period)
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from tenants t where t.active and not exists (
      select from contracts c where (c.tenant_id = t.id or (c.tenant_id is null and c.partner_id = t.partner_id)) and c.start_on <= ${lastOfMonth(period)} and (c.ends_on is null or c.ends_on >= ${period})
    ) order by t.name limit 200`.execute(trx)
  let problem: string | null = null
  try {
    refuseIncompleteSeller(context)
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
    problem = error.message
  }
  return { month: period.slice(0, 7), payers: payers.length, without_contract: rows, problem }
}
