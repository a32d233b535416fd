import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { bothLanguages, defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { composeInvoice, payersOf, refuseIncompleteSeller } from './compose.server.ts'
import type { BillingContext, Payer } from './context.ts'
import { invoiceOf, issueInvoice, saveDraft } from './issue.server.ts'
import { isoDay, lastOfMonth } from './month.ts'

const texts = defineMessages({
  notOver: {
    en: 'A month can be invoiced once it is over.',
    de: 'Ein Monat lässt sich erst abrechnen, wenn er vorbei ist.',
  },
  running: {
    en: 'Another run of invoices is still under way.',
    de: 'Ein anderer Rechnungslauf ist noch nicht beendet.',
  },
})

type RunMode = 'drafts' | 'issue'
type Problem = Payer & { name: string; reason: Text }
type Outcome = 'invoice' | 'nothing' | 'there' | Problem

/** Starts a run for a month that is over; whoever looks after invoices takes it up. Answers its id. */
export async function beginRun(
  trx: Scoped,
  { period, mode, started_by }: { period: string; mode: RunMode; started_by: string },
  context: BillingContext,
  now = new Date(),
): Promise<string> {
  if (lastOfMonth(period) >= isoDay(now)) throw new Conflict('MONTH_NOT_OVER', texts.notOver())
  refuseIncompleteSeller(context)
  const made = await trx
    .insertInto('invoice_runs')
    .values({ period, mode, started_by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Conflict('INVOICE_RUN_RUNNING', texts.running())
  return made.id
}

/**
 * Goes on with the run that is under way, if there is one: payer by payer, each in a transaction with the run's progress. Killed
 * anywhere, whoever comes next goes through all of them again, and finds the invoices that are there.
 */
export async function continueRun(
  db: Database,
  read: (trx: Scoped) => Promise<BillingContext>,
  now = () => new Date(),
): Promise<string | undefined> {
  const begun = await inScope(db, systemScope, async (trx) => {
    const run = await trx.selectFrom('invoice_runs').selectAll().where('status', '=', 'running').executeTakeFirst()
    if (!run) return undefined
    const payers = await payersOf(trx, run.period)
    await trx
      .updateTable('invoice_runs')
      .set({ total: payers.length, done: 0, invoices: 0, nothing_due: 0, already_there: 0, problems: '[]' })
      .where('id', '=', run.id)
      .execute()
    return { run: run as typeof run & { mode: RunMode }, payers, context: await read(trx) }
  })
  if (!begun) return undefined
  const { run, payers, context } = begun
  try {
    for (const payer of payers) await bill(db, run, payer, context, isoDay(now()))
    await inScope(db, systemScope, (trx) =>
      trx
        .updateTable('invoice_runs')
        .set({ status: 'done', finished_at: now().toISOString() })
        .where('id', '=', run.id)
        .execute(),
    )
  } catch (error) {
    await inScope(db, systemScope, (trx) =>
      trx
        .updateTable('invoice_runs')
        .set({ status: 'failed', error: messageOf(error), finished_at: now().toISOString() })
        .where('id', '=', run.id)
        .execute(),
    )
  }
  return run.id
}

type Run = { id: string; period: string; mode: RunMode }

async function bill(db: Database, run: Run, payer: Payer, context: BillingContext, today: string) {
  await inScope(db, systemScope, async (trx) => {
    const outcome = await billOne(trx, run, payer, context, today)
    const column =
      outcome === 'invoice'
        ? 'invoices'
        : outcome === 'nothing'
          ? 'nothing_due'
          : outcome === 'there'
            ? 'already_there'
            : undefined
    const problem = typeof outcome === 'object' ? JSON.stringify([outcome]) : undefined
    await trx
      .updateTable('invoice_runs')
      .where('id', '=', run.id)
      .set((eb) => ({
        done: eb('done', '+', 1),
        ...(column && { [column]: eb(column, '+', 1) }),
        ...(problem !== undefined && { problems: eb('problems', '||', problem as never) as never }),
      }))
      .execute()
  })
}

async function billOne(
  trx: Scoped,
  { id, period, mode }: Run,
  payer: Payer,
  context: BillingContext,
  today: string,
): Promise<Outcome> {
  const before = await invoiceOf(trx, payer, period)
  if (before && before.status !== 'draft') return before.run_id === id ? 'invoice' : 'there'
  const composed = await composeInvoice(trx, payer, period, context)
  if (before && !('contents' in composed)) await trx.deleteFrom('invoices').where('id', '=', before.id).execute()
  if ('nothing' in composed) return 'nothing'
  if ('problem' in composed)
    return { ...payer, name: await nameOf(trx, payer), reason: bothLanguages(composed.problem) }
  const invoice = await saveDraft(trx, payer, period, composed.contents, id)
  if (mode === 'issue') await issueInvoice(trx, invoice!, today, context)
  return 'invoice'
}

const nameOf = (trx: Scoped, { tenant_id, partner_id }: Payer) =>
  (tenant_id !== null
    ? trx.selectFrom('tenants').select('name').where('id', '=', tenant_id)
    : trx.selectFrom('partners').select('name').where('id', '=', partner_id)
  )
    .executeTakeFirstOrThrow()
    .then(({ name }) => name)
