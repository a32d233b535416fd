import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inScope, openPool, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { companyFields } from '@weft/kit/define/company.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { z } from 'zod'
import { folderFileStore } from '../file-store/folder-file-store.server.ts'
import type { Mailer } from '../connections/mail.server.ts'
import { ended, sessionsGone } from '../testing/killed.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { lookAfterBilling, type BillingMails } from './clock.server.ts'
import type { BillingContext } from './context.ts'
import { fileInvoice } from './file.server.ts'
import type { Invoice } from './invoice.ts'
import { cancelInvoice, hashInvoice, issueInvoice } from './issue.server.ts'
import { beginRun, continueRun } from './run.server.ts'

const { db, app_url } = await testDatabase()
const home = mkdtempSync(path.join(tmpdir(), 'weft-billing-'))
const pool = openPool(app_url, { max: 4, level: 'system' })
after(async () => {
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})

const company = (values: Partial<BillingContext['seller']>) =>
  z.strictObject(companyFields).parse({ name: 'x', ...values })
const seller = company({
  name: 'Weft GmbH',
  street: 'Speicherweg 1',
  zip: '20457',
  city: 'Hamburg',
  country: 'Deutschland',
  vat_number: 'DE123456789',
  account_holder: 'Weft GmbH',
  bank_name: 'Hansebank',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
})
const settings: BillingContext['settings'] = {
  currency: 'EUR',
  number_prefix: 'RE-',
  number_digits: 5,
  payment_days: 14,
  reverse_charge: true,
  tax_number: '',
  creditor_id: 'DE98ZZZ09999999999',
  logo: '',
  intro_en: '',
  intro_de: '',
  footer_en: '',
  footer_de: 'Vielen Dank.',
}
const read =
  (changes: Partial<BillingContext> = {}) =>
  async (trx: Scoped): Promise<BillingContext> => ({
    settings,
    seller,
    countries: await trx.selectFrom('countries').selectAll().execute(),
    ...changes,
  })
const now = () => new Date('2026-11-03T04:00:00Z')
const system = <T>(work: (trx: Scoped) => Promise<T>) => inScope(db, systemScope, work)

const plan = await system((trx) =>
  trx
    .insertInto('plans')
    .values({
      name: 'Business',
      base_fee: '49.90',
      included_runs: 10_000,
      run_price: '1.5',
      included_records: 1_000_000,
      record_price: '4',
      included_gb: 1,
      gb_price: '0.35',
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

let counter = 0
type Settled = {
  country?: string
  vat_number?: string
  partner_id?: string
  contract?: 'own' | 'partner' | 'none'
  start_on?: string
  ends_on?: string | null
  language?: string
}
async function aTenant(
  name: string,
  {
    country = 'DE',
    vat_number = '',
    partner_id,
    contract = 'own',
    start_on = '2026-01-01',
    ends_on = null,
    language = 'de',
  }: Settled = {},
) {
  return system(async (trx) => {
    const n = String(++counter)
    const { id } = await trx
      .insertInto('tenants')
      .values({
        name,
        number: `100${n}`,
        workspace: `b${n}.test`,
        api_token: `b${n}`,
        partner_id: partner_id ?? null,
        language,
        street: 'Hauptstr. 5',
        zip: '10115',
        city: 'Berlin',
        country,
        vat_number,
        invoice_email: `rechnung@b${n}.test`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (contract !== 'none')
      await trx
        .insertInto('contracts')
        .values({
          tenant_id: id,
          partner_id: contract === 'partner' ? partner_id! : null,
          plan_id: plan.id,
          start_on,
          ends_on,
        })
        .execute()
    return id
  })
}
const used = (
  tenant_id: string,
  day: string,
  usage: { runs?: number; records?: number; excluded_runs?: number; excluded_records?: number },
) =>
  system((trx) =>
    trx
      .insertInto('usage_days')
      .values({ tenant_id, project_id: '00000000-0000-4000-8000-000000000001', day, ...usage })
      .execute(),
  )
const stored = (tenant_id: string, day: string, bytes: number) =>
  system((trx) =>
    trx.insertInto('storage_days').values({ tenant_id, day, database_bytes: bytes, file_bytes: 0 }).execute(),
  )

async function run(period: string, { mode = 'issue' as 'issue' | 'drafts', context = read(), at = now } = {}) {
  const id = await system(async (trx) => beginRun(trx, { period, mode, started_by: 'test' }, await context(trx), at()))
  await continueRun(db, context, at)
  return system((trx) => trx.selectFrom('invoice_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
}
const invoicesOf = (payer: string) =>
  system((trx) =>
    trx
      .selectFrom('invoices')
      .selectAll()
      .where((eb) => eb.or([eb('tenant_id', '=', payer), eb('partner_id', '=', payer)]))
      .orderBy('created_at')
      .orderBy('number')
      .execute(),
  ) as Promise<unknown> as Promise<Invoice[]>
const sums = ({ net, tax, gross, tax_note }: Invoice) => [net, tax, gross, tax_note]

const hanse = await aTenant('Hanse & Söhne KG')
await used(hanse, '2026-10-05', { runs: 9_000, records: 2_500_000, excluded_runs: 70_000, excluded_records: 9_000_000 })
await used(hanse, '2026-10-31', { runs: 3_345 })
await used(hanse, '2026-11-01', { runs: 1_000_000 })
await stored(hanse, '2026-10-01', 2_000_000_000)
await stored(hanse, '2026-10-02', 3_000_000_000)
const paris = await aTenant('Paris SARL', { country: 'France', vat_number: 'FR12345678901', language: 'en' })
const lyon = await aTenant('Lyon Association', { country: 'FR' })
const bern = await aTenant('Bern AG', { country: 'Schweiz', vat_number: 'CHE123456789' })
const nowhere = await aTenant('Nowhere Inc.', { country: 'Atlantis' })
const late = await aTenant('Late GmbH', { start_on: '2026-10-17' })
const early = await aTenant('Early GmbH', { ends_on: '2026-09-30' })
const partner = await system((trx) =>
  trx
    .insertInto('partners')
    .values({
      name: 'Reseller AG',
      number: '77',
      workspace: 'reseller.test',
      api_token: 'reseller',
      street: 'Ring 1',
      zip: '80331',
      city: 'München',
      country: 'DE',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id),
)
const resold = await aTenant('Resold GmbH', { partner_id: partner, contract: 'partner' })
const direct = await aTenant('Direct GmbH', { partner_id: partner })
const pooled = [
  await aTenant('Pool A', { partner_id: partner, contract: 'none' }),
  await aTenant('Pool B', { partner_id: partner, contract: 'none' }),
]
await system((trx) =>
  trx.insertInto('contracts').values({ partner_id: partner, plan_id: plan.id, start_on: '2026-01-01' }).execute(),
)
for (const id of pooled) await used(id, '2026-10-10', { runs: 6_000 })
await used(resold, '2026-10-10', { runs: 11_000 })

test('a run invoices everybody with a contract in that month, says who could not be, and never anybody twice', async () => {
  const first = await run('2026-10-01')
  assert.deepEqual(
    [first.status, first.total, first.done, first.invoices, first.nothing_due, first.already_there],
    ['done', 8, 8, 7, 0, 0],
  )
  assert.deepEqual(first.problems, [
    {
      tenant_id: nowhere,
      partner_id: null,
      name: 'Nowhere Inc.',
      reason: {
        en: 'The billing address has no known country.',
        de: 'Die Rechnungsadresse nennt kein bekanntes Land.',
      },
    },
  ])
  const again = await run('2026-10-01')
  assert.deepEqual([again.invoices, again.already_there], [0, 7])
  assert.deepEqual(await invoicesOf(early), [])
})

test('usage beyond what is included is charged by the price list; excluded workflows cost nothing', async () => {
  const [invoice] = (await invoicesOf(hanse)) as [Invoice]
  const about = {
    contract: invoice.lines[0]!.contract,
    plan: 'Business',
    tenant: 'Hanse & Söhne KG',
    from: '2026-10-01',
    to: '2026-10-31',
  }
  assert.deepEqual(invoice.lines, [
    { ...about, kind: 'base', used: '31', included: '31', quantity: '1', per: '1', price: '49.9', amount: '49.90' },
    {
      ...about,
      kind: 'runs',
      used: '12345',
      included: '10000',
      quantity: '2345',
      per: '1000',
      price: '1.5',
      amount: '3.52',
    },
    {
      ...about,
      kind: 'records',
      used: '2500000',
      included: '1000000',
      quantity: '1500000',
      per: '1000000',
      price: '4',
      amount: '6.00',
    },
    { ...about, kind: 'storage', used: '2.5', included: '1', quantity: '1.5', per: '1', price: '0.35', amount: '0.53' },
  ])
  assert.deepEqual(sums(invoice), ['59.95', '11.39', '71.34', ''])
  assert.deepEqual(invoice.taxes, [{ rate: '19', net: '59.95', tax: '11.39' }])
  assert.deepEqual([invoice.status, invoice.issued_on, invoice.due_on], ['issued', '2026-11-03', '2026-11-17'])
})

test('a business elsewhere in the EU owes the tax itself, anybody else there pays their country’s rate, and outside nothing is due', async () => {
  assert.deepEqual(sums((await invoicesOf(paris))[0]!), ['49.90', '0.00', '49.90', 'reverse_charge'])
  assert.deepEqual(sums((await invoicesOf(lyon))[0]!), ['49.90', '9.98', '59.88', ''])
  assert.deepEqual(sums((await invoicesOf(bern))[0]!), ['49.90', '0.00', '49.90', 'outside'])
})

test('a contract that began within the month pays for its days', async () => {
  const [invoice] = await invoicesOf(late)
  assert.deepEqual(
    [invoice!.net, invoice!.lines.map(({ kind, from, to, quantity }) => [kind, from, to, quantity])],
    ['24.15', [['base', '2026-10-17', '2026-10-31', '0.4839']]],
  )
})

test('a partner gets one invoice: each tenant it pays for, and one pool for those that have no contract of their own', async () => {
  const [invoice, ...more] = (await invoicesOf(partner)) as [Invoice]
  assert.equal(more.length, 0)
  assert.deepEqual(
    invoice.lines.map(({ tenant, kind, used, amount }) => [tenant, kind, used, amount]),
    [
      ['Resold GmbH', 'base', '31', '49.90'],
      ['Resold GmbH', 'runs', '11000', '1.50'],
      ['', 'base', '31', '49.90'],
      ['', 'runs', '12000', '3.00'],
    ],
  )
  assert.deepEqual([(await invoicesOf(resold)).length, (await invoicesOf(direct)).length], [0, 1])
})

test('numbers follow one another without a gap, and hashes are those of what the invoices say', async () => {
  const rows = (await system((trx) =>
    trx.selectFrom('invoices').selectAll().where('number', 'is not', null).orderBy('number').execute(),
  )) as unknown as Invoice[]
  assert.deepEqual(
    rows.map(({ number }) => number),
    rows.map((_, i) => `RE-2026-${String(i + 1).padStart(5, '0')}`),
  )
  for (const invoice of rows) assert.equal(invoice.hash, hashInvoice(invoice))
})

test('a small business charges no tax, nor does one invoice a country without tax', async () => {
  const small = read({ seller: { ...seller, small_business: true } })
  await run('2026-09-01', { context: small })
  assert.deepEqual(sums((await invoicesOf(early))[0]!), ['49.90', '0.00', '49.90', 'small_business'])
  await system((trx) => trx.updateTable('countries').set({ disable_tax: true }).where('code', '=', 'DE').execute())
  await run('2026-08-01')
  await system((trx) => trx.updateTable('countries').set({ disable_tax: false }).where('code', '=', 'DE').execute())
  assert.deepEqual(sums((await invoicesOf(early)).at(-1)!), ['49.90', '0.00', '49.90', 'disabled'])
})

test('drafts have no number, are made anew by the next run, and are issued one by one', async () => {
  await run('2026-07-01', { mode: 'drafts' })
  const draft = (await invoicesOf(hanse)).find(({ period }) => period === '2026-07-01')!
  assert.deepEqual([draft.status, draft.number, draft.net], ['draft', null, '49.90'])
  await used(hanse, '2026-07-03', { runs: 20_000 })
  await run('2026-07-01', { mode: 'drafts' })
  const before = await system((trx) => trx.selectFrom('invoice_numbers').selectAll().executeTakeFirstOrThrow())
  const issued = await system(async (trx) => issueInvoice(trx, draft.id, '2026-11-03', await read()(trx)))
  assert.deepEqual([issued.net, issued.number], ['64.90', `RE-2026-${String(before.last + 1).padStart(5, '0')}`])
  await assert.rejects(
    system(async (trx) => issueInvoice(trx, draft.id, '2026-11-03', await read()(trx))),
    /has been issued already/,
  )
})

test('an issued invoice can be neither changed nor deleted, only cancelled, and then its month can be invoiced again', async () => {
  const [invoice] = (await invoicesOf(hanse)) as [Invoice]
  await assert.rejects(
    system((trx) => trx.updateTable('invoices').set({ gross: '1.00' }).where('id', '=', invoice.id).execute()),
    /stays as it is/,
  )
  await assert.rejects(
    system((trx) => trx.deleteFrom('invoices').where('id', '=', invoice.id).execute()),
    /is issued and stays/,
  )
  const cancellation = await system(async (trx) => cancelInvoice(trx, invoice.id, '2026-11-04', await read()(trx)))
  assert.deepEqual(
    [
      cancellation.kind,
      cancellation.cancels_id,
      cancellation.net,
      cancellation.tax,
      cancellation.gross,
      cancellation.lines[1]!.amount,
    ],
    ['cancellation', invoice.id, '-59.95', '-11.39', '-71.34', '-3.52'],
  )
  await assert.rejects(
    system(async (trx) => cancelInvoice(trx, invoice.id, '2026-11-04', await read()(trx))),
    /Only an issued invoice/,
  )
  await used(hanse, '2026-10-20', { runs: 655 })
  assert.deepEqual((await run('2026-10-01')).invoices, 1)
  assert.deepEqual(
    (await invoicesOf(hanse))
      .filter(({ period }) => period === '2026-10-01')
      .map(({ kind, status, net }) => [kind, status, net]),
    [
      ['invoice', 'cancelled', '59.95'],
      ['cancellation', 'issued', '-59.95'],
      ['invoice', 'issued', '60.93'],
    ],
  )
})

test('a run whose process is killed again and again is gone on with: every invoice once, every number used, every file whole', async () => {
  const context = read()
  const id = await system(async (trx) =>
    beginRun(trx, { period: '2026-06-01', mode: 'issue', started_by: 'test' }, await context(trx), now()),
  )
  const program = path.resolve(import.meta.dirname, '../testing/invoice-writer.ts')
  const dying = async (statements: number) => {
    const signal = await ended(
      program,
      app_url,
      home,
      JSON.stringify({ settings, seller }),
      now().toISOString(),
      String(statements),
    )
    await sessionsGone(pool, 'invoice writer')
    return signal
  }
  assert.equal(await dying(50), 'SIGKILL')
  const half = await system((trx) =>
    trx.selectFrom('invoice_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  assert.deepEqual([half.status, half.done > 0 && half.done < 8], ['running', true])
  await assert.rejects(
    system(async (trx) =>
      beginRun(trx, { period: '2026-05-01', mode: 'issue', started_by: 'test' }, await context(trx), now()),
    ),
    /still under way/,
  )
  let kills = 1
  for (let statements = 70; (await dying(statements)) === 'SIGKILL'; statements += 20) kills++
  assert.ok(kills > 4, `only killed ${kills} times`)
  const whole = await system((trx) =>
    trx.selectFrom('invoice_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  assert.deepEqual([whole.status, whole.total, whole.done, whole.invoices, whole.problems.length], ['done', 8, 8, 7, 1])
  const { rows } = await pool.query(
    `select count(*)::int as invoices, count(distinct coalesce(tenant_id, partner_id))::int as payers from invoices where period = '2026-06-01'`,
  )
  assert.deepEqual(rows, [{ invoices: 7, payers: 7 }])
  const { rows: numbers } = await pool.query(
    `select max(right(number, 5)::int) as last, count(*)::int as given from invoices where number is not null`,
  )
  assert.equal(numbers[0].last, numbers[0].given)
  const { rows: files } = await pool.query<{ id: string; pdf_path: string }>(
    `select id, pdf_path from invoices where number is not null and pdf_hash is not null`,
  )
  assert.equal(files.length, numbers[0].given)
  for (const { id, pdf_path } of files) assert.equal((await fileInvoice(db, folderFileStore(home), id)).path, pdf_path)
})

test('a month that is not over is refused, and so is a provider whose data would make no invoice', async () => {
  await assert.rejects(run('2026-11-01'), /once it is over/)
  await assert.rejects(
    run('2026-05-01', { context: read({ seller: { ...seller, vat_number: '' } }) }),
    /VAT or tax number/,
  )
})

test('the file of an invoice says its sums in the language of the company, and is made of the same bytes again', async () => {
  const german = (await invoicesOf(hanse)).find(
    ({ kind, status, period }) => kind === 'invoice' && status === 'issued' && period === '2026-10-01',
  )!
  const made = await fileInvoice(db, folderFileStore(home), german.id)
  const text = pdfText(made.bytes)
  for (const part of [
    `Rechnung ${german.number}`,
    'Hanse & Söhne KG',
    'Hauptstr. 5',
    '10115 Berlin',
    'Leistungszeitraum',
    '01.10.2026 – 31.10.2026',
    'Grundgebühr Business',
    '13.000 genutzt, 10.000 enthalten',
    '49,90 €',
    '60,93 €',
    'USt. 19 % auf 60,93 €',
    '11,58 €',
    '72,51 €',
    'DE123456789',
    'DE89370400440532013000',
    'Vielen Dank.',
    'Seite 1 von 1',
  ])
    assert.ok(text.replaceAll('\u00a0', ' ').includes(part), `${part} is missing in:\n${text}`)
  assert.equal(
    createHash('sha256')
      .update((await fileInvoice(db, folderFileStore(home), german.id)).bytes)
      .digest('hex'),
    made.hash,
  )
  const english = (await fileInvoice(db, folderFileStore(home), (await invoicesOf(paris))[0]!.id)).bytes
  for (const part of [
    'Invoice RE-2026-',
    'Paris SARL',
    'Reverse charge: VAT is owed by the recipient',
    'Your VAT number',
    'FR12345678901',
    '€49.90',
  ])
    assert.ok(pdfText(english).includes(part), part)
  const cancelled = (await invoicesOf(hanse)).find(({ kind }) => kind === 'cancellation')!
  assert.match(
    pdfText((await fileInvoice(db, folderFileStore(home), cancelled.id)).bytes),
    /Stornorechnung RE-2026-\d{5} zur Rechnung RE-2026-\d{5}/,
  )
})

test('the clock invoices the month before by itself from its day on, files and mails what was issued as long as the mail server is there, and ends contracts', async () => {
  const sent: { to: string[]; key: string; attachments?: unknown[]; values: Record<string, unknown> }[] = []
  const mailer: Pick<Mailer, 'send'> = {
    send: async (_, { to, key, attachments, variables }) => (
      sent.push({ to, key, attachments: attachments ?? [], values: variables }),
      'sent'
    ),
  }
  const automatic = { automatic: 'issue', day: 3 } as const
  const billing = {
    fileStore: folderFileStore(home),
    mailer,
    mails: { invoice: {}, cancelled: {} } as BillingMails,
    read: async (trx: Scoped) => ({ ...(await read()(trx)), automatic }),
  }
  await system((trx) => trx.updateTable('invoices').set({ mail: 'sent' }).where('number', 'is not', null).execute())
  await system((trx) =>
    trx
      .updateTable('contracts')
      .set({ status: 'cancelled', ends_on: '2026-12-15' })
      .where('tenant_id', '=', bern)
      .execute(),
  )
  await lookAfterBilling(db, billing, () => new Date('2026-12-02T04:00:00Z'))
  assert.equal((await invoicesOf(hanse)).filter(({ period }) => period === '2026-11-01').length, 0)
  let tried = 0
  const away = {
    ...billing,
    mailer: { send: () => (tried++, Promise.reject(new Unavailable('MAIL_UNREACHABLE', quotedTexts('away')))) },
  }
  await lookAfterBilling(db, away, () => new Date('2026-12-03T04:00:00Z'))
  assert.equal(tried, 1)
  await system((trx) => trx.updateTable('invoices').set({ mailed_at: null }).where('mail', '=', 'none').execute())
  for (const day of ['03', '03', '04']) await lookAfterBilling(db, billing, () => new Date(`2026-12-${day}T04:00:00Z`))
  const [invoice] = (await invoicesOf(hanse)).filter(({ period }) => period === '2026-11-01')
  assert.deepEqual(
    [invoice!.status, invoice!.mail, invoice!.pdf_path],
    ['issued', 'sent', `invoices/2026/${invoice!.number}.pdf`],
  )
  const mine = sent.filter(({ to }) => to[0] === invoice!.recipient.email)
  assert.deepEqual(
    mine.map(({ values, attachments }) => [values['number'], attachments]),
    [[invoice!.number, [invoice!.pdf_path]]],
  )
  const states = () =>
    system((trx) => trx.selectFrom('contracts').select('status').where('tenant_id', '=', bern).execute())
  assert.deepEqual(await states(), [{ status: 'cancelled' }])
  await lookAfterBilling(db, billing, () => new Date('2026-12-16T04:00:00Z'))
  assert.deepEqual(await states(), [{ status: 'ended' }])
})
