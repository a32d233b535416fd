import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { lookAfterBilling } from '@weft/engine/billing/clock.server.ts'
import { billingStorage } from '@weft/engine/billing/file.server.ts'
import { monthBefore } from '@weft/engine/billing/month.ts'
import { pdfText } from '@weft/engine/testing/pdf-text.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { billingMails, readBilling, todayInUtc } from './parts.ts'
import { aServer, signedIn, supporting } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const key = { ...server.test, key: context.key }
const [hanse, south] = [await aTenant(key, { name: 'Hanse KG' }), await aTenant(key, { name: 'Süd GmbH' })]
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: hanse.partner_id,
})
const stranger = await signedIn(server, {
  email: 'sid@other.example',
  role: 'partner_admin',
  partner_id: south.partner_id,
})
const boss = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const viewer = await signedIn(server, { email: 'vic@hanse.example', role: 'viewer', tenant_id: hanse.tenant_id })
const neighbour = await signedIn(server, {
  email: 'nora@south.example',
  role: 'tenant_admin',
  tenant_id: south.tenant_id,
})

type Headers = Record<string, string>
async function call(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...((answer.headers['content-type']?.toString().includes('json') ? answer.json() : {}) as {
      data: any
      meta: any
      code: string
      errors: Record<string, string[]>
    }),
    raw: answer.rawPayload,
  }
}
const period = monthBefore(todayInUtc())
const month = period.slice(0, 7)
const clock = () =>
  lookAfterBilling(context.db, {
    fileStore: context.fileStore,
    mailer: context.mailer,
    mails: billingMails,
    read: readBilling,
  })
const address = { street: 'Ring 1', zip: '20095', city: 'Hamburg', country: 'Deutschland' }

test('nothing is invoiced while the provider’s own data would make no invoice', async () => {
  const refused = await call(admin, 'POST', 'invoice_runs', { month })
  assert.deepEqual([refused.status, refused.code], [409, 'BILLING_INCOMPLETE'])
  await call(admin, 'PUT', 'company/general', { name: 'Weft GmbH', short: 'Weft', language: 'de' })
  await call(admin, 'PUT', 'company/billing', { ...address, street: 'Speicherweg 1' })
  await call(admin, 'PUT', 'company/accounting', { vat_number: 'DE123456789', iban: 'DE89370400440532013000' })
  assert.equal((await call(admin, 'PUT', 'settings/billing', { footer_de: 'Danke.', payment_days: 10 })).status, 200)
})

let plan: string, contract: string, pays: string
test('a plan has exact prices, a contract says who pays, and there is one in force for each', async () => {
  assert.deepEqual((await call(admin, 'POST', 'plans', { name: 'Odd', base_fee: '1,23456' })).errors['base_fee'], [
    'An amount with at most four decimal places, please, such as 12.50.',
  ])
  const made = await call(admin, 'POST', 'plans', {
    name: 'Business',
    base_fee: '49,90',
    included_runs: 100,
    run_price: '1.5',
  })
  assert.deepEqual([made.status, made.data.base_fee, made.data.run_price], [201, '49.90', '1.5'])
  plan = made.data.id
  const own = await call(admin, 'POST', 'contracts', {
    tenant_id: hanse.tenant_id,
    plan_id: plan,
    start_on: '2026-01-01',
    note: 'Internal',
  })
  assert.equal(own.status, 201)
  contract = own.data.id
  assert.equal(
    (await call(admin, 'POST', 'contracts', { tenant_id: hanse.tenant_id, plan_id: plan, start_on: '2026-02-01' }))
      .code,
    'CONTRACT_EXISTS',
  )
  assert.equal(
    (
      await call(admin, 'POST', 'contracts', {
        tenant_id: south.tenant_id,
        partner_id: hanse.partner_id,
        plan_id: plan,
        start_on: '2026-01-01',
      })
    ).status,
    422,
  )
  const resold = await call(admin, 'POST', 'contracts', {
    tenant_id: south.tenant_id,
    partner_id: south.partner_id,
    plan_id: plan,
    start_on: '2026-01-01',
  })
  pays = resold.data.id
  assert.equal(resold.status, 201)
})

test('prices are between the provider and who pays; notes are the provider’s own', async () => {
  const seen = async (headers: Headers, id: string) => {
    const { status, data } = await call(headers, 'GET', `contracts/${id}`)
    return status === 200 ? [data.plan.prices?.base_fee ?? null, data.mine, data.note ?? null] : status
  }
  assert.deepEqual(
    [
      await seen(admin, contract),
      await seen(boss, contract),
      await seen(partner, contract),
      await seen(neighbour, contract),
    ],
    [['49.90', true, 'Internal'], ['49.90', true, null], 404, 404],
  )
  assert.deepEqual(
    [await seen(stranger, pays), await seen(neighbour, pays), await seen(boss, pays)],
    [['49.90', true, null], [null, false, null], 404],
  )
  assert.equal((await call(viewer, 'GET', 'contracts')).status, 403)
})

test('a run writes drafts only the provider sees; issued they are everybody’s whose they are', async () => {
  await inScope(context.db, systemScope, async (trx) => {
    await trx
      .updateTable('tenants')
      .set({ ...address, invoice_email: 'books@hanse.example', language: 'de' })
      .where('id', '=', hanse.tenant_id)
      .execute()
    await trx.updateTable('partners').set(address).where('id', '=', south.partner_id).execute()
    await trx
      .insertInto('usage_days')
      .values([
        {
          tenant_id: hanse.tenant_id,
          project_id: hanse.project_id,
          day: period,
          runs: 1_100,
          records: 7,
          excluded_runs: 50_000,
        },
        { tenant_id: south.tenant_id, project_id: south.project_id, day: period, runs: 5 },
      ])
      .execute()
  })
  const outlook = await call(admin, 'GET', `invoice_runs/outlook?month=${month}`)
  assert.deepEqual([outlook.data.payers, outlook.data.without_contract, outlook.data.problem], [2, [], null])
  assert.equal((await call(admin, 'POST', 'invoice_runs', { month })).status, 202)
  assert.equal((await call(admin, 'POST', 'invoice_runs', { month })).code, 'INVOICE_RUN_RUNNING')
  await clock()
  const [run] = (await call(admin, 'GET', 'invoice_runs')).data
  assert.deepEqual([run.status, run.total, run.done, run.invoices, run.problems], ['done', 2, 2, 2, []])
  assert.equal((await call(boss, 'GET', 'invoices')).data.length, 0)
  const drafts = (await call(admin, 'GET', 'invoices?filter[state]=draft')).data as any[]
  assert.equal(drafts.length, 2)
  const mine = drafts.find((row) => row.tenant_id === hanse.tenant_id)
  assert.equal((await call(boss, 'GET', `invoices/${mine.id}`)).status, 404)
  assert.match(pdfText((await call(admin, 'GET', `invoices/${mine.id}/pdf`)).raw), /Rechnungsentwurf/)
  for (const { id } of drafts) assert.equal((await call(admin, 'POST', `invoices/${id}/issue`)).status, 200)
  assert.equal((await call(admin, 'POST', `invoices/${mine.id}/issue`)).code, 'INVOICE_ISSUED')
  await clock()
  const archive = async (headers: Headers) =>
    ((await call(headers, 'GET', 'invoices')).data as any[]).map((row) => [
      row.recipient,
      row.state,
      row.net,
      row.tax,
      row.gross,
      row.mail,
    ])
  assert.deepEqual(await archive(boss), [['Hanse KG', 'open', '51.40', '9.77', '61.17', 'kept']])
  assert.deepEqual(
    (await archive(stranger)).map(([, state, net]) => [state, net]),
    [['open', '49.90']],
  )
  assert.deepEqual([await archive(neighbour), await archive(partner)], [[], []])
})

test('the file of an invoice is the one that was made, and a changed one is refused', async () => {
  const [invoice] = (await call(boss, 'GET', 'invoices')).data
  const file = await call(boss, 'GET', `invoices/${invoice.id}/pdf`)
  assert.match(pdfText(file.raw).replaceAll('\u00a0', ' '), /61,17 €/)
  assert.equal((await call(neighbour, 'GET', `invoices/${invoice.id}/pdf`)).status, 404)
  const { pdf_path, pdf_hash } = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('invoices').select(['pdf_path', 'pdf_hash']).where('id', '=', invoice.id).executeTakeFirstOrThrow(),
  )
  assert.equal(createHash('sha256').update(file.raw).digest('hex'), pdf_hash)
  await billingStorage(context.fileStore).write(pdf_path!, Readable.from(['forged']))
  assert.equal((await call(boss, 'GET', `invoices/${invoice.id}/pdf`)).code, 'INVOICE_FILE_CHANGED')
  await billingStorage(context.fileStore).write(pdf_path!, Readable.from([file.raw]))
  const mail = await inScope(context.db, systemScope, (trx) =>
    trx
      .selectFrom('mail_logs')
      .select(['class_name', 'recipient', 'title', 'body'])
      .where('recipient', '=', 'books@hanse.example')
      .executeTakeFirstOrThrow(),
  )
  assert.deepEqual([mail.class_name, mail.title], ['invoice', `Rechnung ${invoice.number}`])
  assert.match(mail.body.replaceAll('\u00a0', ' '), /Hanse KG.*61,17 €/s)
})

test('payments and cancellations move the balance, and only who keeps the books records them', async () => {
  const [invoice] = (await call(boss, 'GET', 'invoices')).data
  assert.equal(
    (await call(boss, 'POST', 'payments', { invoice_id: invoice.id, amount: '61.17', paid_on: todayInUtc() })).status,
    403,
  )
  assert.equal(
    (
      await call(admin, 'POST', 'payments', {
        invoice_id: invoice.id,
        amount: '20,00',
        paid_on: todayInUtc(),
        note: 'Teilzahlung',
      })
    ).status,
    201,
  )
  assert.equal((await call(boss, 'GET', 'invoices')).data[0].state, 'open')
  await call(admin, 'POST', 'payments', { invoice_id: invoice.id, amount: '41.17', paid_on: todayInUtc() })
  assert.deepEqual(
    [
      (await call(boss, 'GET', 'invoices')).data[0].state,
      (await call(boss, 'GET', `invoices/${invoice.id}`)).data.paid,
    ],
    ['paid', '61.17'],
  )
  const books = await call(boss, 'GET', 'bookings')
  assert.deepEqual(
    [books.data.map((row: any) => [row.kind, row.amount, row.balance]), books.meta.balance],
    [
      [
        ['payment', '-41.17', '0.00'],
        ['payment', '-20.00', '41.17'],
        ['invoice', '61.17', '61.17'],
      ],
      '0.00',
    ],
  )
  const cancelled = await call(admin, 'POST', `invoices/${invoice.id}/cancel`)
  assert.deepEqual([cancelled.data.kind, cancelled.data.gross], ['cancellation', '-61.17'])
  assert.equal((await call(boss, 'GET', 'bookings')).meta.balance, '-61.17')
  assert.deepEqual((await call(neighbour, 'GET', 'bookings')).data, [])
})

test('a mandate needs a real IBAN, gets a reference, is shown in part, and replaces the one before', async () => {
  const mandate = {
    kind: 'sepa',
    account_holder: 'Hanse KG',
    iban: 'DE89 3704 0044 0532 0130 00',
    signed_on: '2026-10-01',
  }
  assert.deepEqual(
    Object.keys(
      (await call(boss, 'POST', 'payment_methods', { ...mandate, iban: 'DE89 3704 0044 0532 0130 01' })).errors,
    ),
    ['iban'],
  )
  assert.equal((await call(boss, 'POST', 'payment_methods', { ...mandate, signed_on: '2099-01-01' })).status, 422)
  const first = await call(boss, 'POST', 'payment_methods', mandate)
  assert.deepEqual([first.status, first.data.iban, first.data.status], [201, 'DE89 … 3000', 'active'])
  const second = await call(boss, 'POST', 'payment_methods', mandate)
  assert.notEqual(first.data.mandate_reference, second.data.mandate_reference)
  assert.deepEqual(
    (await call(boss, 'GET', 'payment_methods')).data.map((row: any) => row.status),
    ['active', 'revoked'],
  )
  assert.deepEqual((await call(neighbour, 'GET', 'payment_methods')).data, [])
  assert.equal((await call(neighbour, 'POST', `payment_methods/${second.data.id}/revoke`)).status, 404)
  assert.equal((await call(boss, 'POST', `payment_methods/${second.data.id}/revoke`)).data.status, 'revoked')
})

test('papers are brought by the provider and who resells, and read by both sides', async () => {
  const boundary = 'x'
  const form = (name: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n${content}\r\n--${boundary}--\r\n`
  const upload = (headers: Headers, id: string, name: string) =>
    app.inject({
      method: 'POST',
      url: `/api/app/contracts/${id}/documents`,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: form(name, `paper of ${name}`),
    })
  assert.equal((await upload(admin, contract, 'contract.pdf')).statusCode, 201)
  assert.equal((await upload(boss, contract, 'mine.pdf')).statusCode, 403)
  assert.equal((await upload(partner, contract, 'mine.pdf')).statusCode, 404)
  const [paper] = (await call(boss, 'GET', 'contract_documents')).data
  assert.equal(paper.file_name, 'contract.pdf')
  assert.equal((await call(boss, 'GET', `contract_documents/${paper.id}/file`)).raw.toString(), 'paper of contract.pdf')
  assert.equal((await call(neighbour, 'GET', `contract_documents/${paper.id}/file`)).status, 404)
  assert.equal((await call(admin, 'DELETE', `contract_documents/${paper.id}`)).status, 204)
})

test('who pays gives notice to the end of the term, the provider hears of it and may take it back', async () => {
  assert.equal((await call(neighbour, 'POST', `contracts/${pays}/cancel`, {})).status, 403)
  const given = await call(boss, 'POST', `contracts/${contract}/cancel`, { reason: 'Too dear', ends_on: '2026-11-30' })
  assert.deepEqual(
    [given.data.status, given.data.cancel_reason, given.data.ends_on.slice(5)],
    ['cancelled', 'Too dear', '12-31'],
  )
  assert.equal((await call(boss, 'POST', `contracts/${contract}/cancel`, {})).code, 'CONTRACT_CANCELLED')
  const told = await call(admin, 'GET', 'notifications')
  assert.match(JSON.stringify(told.data), /Vertrag V-\d+ wurde gekündigt/)
  assert.equal((await call(boss, 'POST', `contracts/${contract}/reactivate`)).status, 403)
  assert.equal((await call(admin, 'POST', `contracts/${contract}/reactivate`)).data.status, 'active')
})

test('usage is shown by day, by tenant to who has several, and by project to the tenant itself', async () => {
  const asked = `usage?from=${period}&to=${period}`
  const own = (await call(boss, 'GET', asked)).data
  assert.deepEqual(
    [own.days, own.projects],
    [
      [{ day: period, runs: 1_100, records: 7, excluded_runs: 50_000, excluded_records: 0, storage_bytes: null }],
      [
        {
          id: hanse.project_id,
          name: 'Commerce hub',
          runs: 1_100,
          records: 7,
          excluded_runs: 50_000,
          excluded_records: 0,
        },
      ],
    ],
  )
  assert.deepEqual(
    (await call(admin, 'GET', asked)).data.tenants.map((row: any) => [row.name, row.runs]),
    [
      ['Hanse KG', 1_100],
      ['Süd GmbH', 5],
    ],
  )
  assert.deepEqual(
    (await call(stranger, 'GET', asked)).data.tenants.map((row: any) => row.name),
    ['Süd GmbH'],
  )
  assert.equal((await call(boss, 'GET', 'usage?from=2020-01-01&to=2026-01-01')).status, 422)
})

test('a day no calendar of ours knows is refused with a word, wherever one is given', async () => {
  const said = ['Please give a day between 1900 and 2999.']
  for (const day of ['0000-01-01', '0001-01-02', '0202-03-04', '9999-12-31']) {
    const usage = await call(boss, 'GET', `usage?to=${day}`)
    assert.deepEqual([usage.status, usage.errors], [422, { to: said }])
    const contract = await call(admin, 'POST', 'contracts', { start_on: day })
    assert.deepEqual([contract.status, contract.errors['start_on']], [422, said])
    const logs = await call(boss, 'GET', `audit_logs?from=${day}T00:00:00Z`)
    assert.deepEqual([logs.status, logs.errors], [422, { from: said }])
  }
  assert.equal((await call(boss, 'GET', 'usage?to=1900-01-01')).data.from, '1899-12-03')
})

test('a workflow is excluded from billing by the provider’s staff alone', async () => {
  const at = (headers: Headers) => ({ ...headers, 'x-project-id': hanse.project_id })
  const made = await call(at(boss), 'POST', 'workflows', { label: 'Nightly', class_name: 'Nightly' })
  assert.equal(made.status, 201)
  const workflow = `workflows/${made.data.id}`
  for (const [path, body] of [
    [workflow, { exclude_from_billing: true }],
    [`${workflow}/properties`, { exclude_from_billing: true }],
  ] as const)
    assert.deepEqual((await call(at(boss), 'PUT', path, body)).errors, {
      exclude_from_billing: ['Only the provider excludes workflows from billing.'],
    })
  assert.equal(
    (await call(at(boss), 'PUT', workflow, { exclude_from_billing: false, contact_person: 'Ada' })).status,
    200,
  )
  assert.equal((await call(at(boss), 'PUT', `${workflow}/billing`, { exclude_from_billing: true })).status, 403)
  const inside = at(await supporting(server, admin, hanse.tenant_id))
  assert.equal(
    (await call(inside, 'PUT', `${workflow}/billing`, { exclude_from_billing: true })).data.exclude_from_billing,
    true,
  )
  assert.equal(
    (await call(at(boss), 'POST', 'workflows', { label: 'Free', class_name: 'Free', exclude_from_billing: true }))
      .status,
    422,
  )
})

test('the logo of the company is a picture made to fit, and stands on what is issued from then on', async () => {
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 2_000, height: 500, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
  const upload = (headers: Headers, content: Buffer) =>
    app.inject({
      method: 'POST',
      url: '/api/app/company/picture',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.concat([
        Buffer.from(
          '--x\r\ncontent-disposition: form-data; name="file"; filename="logo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
        ),
        content,
        Buffer.from('\r\n--x--\r\n'),
      ]),
    })
  assert.equal((await upload(admin, Buffer.from('no picture'))).statusCode, 422)
  assert.equal((await upload(boss, picture)).statusCode, 403)
  assert.equal((await upload(admin, picture)).statusCode, 201)
  const { logo: shown } = (await call(admin, 'GET', 'company')).data
  assert.equal((await sharp(Buffer.from(shown.split(',')[1], 'base64')).metadata()).width, 320)
  assert.equal((await call(admin, 'POST', 'invoice_runs', { month, mode: 'issue' })).status, 202)
  await clock()
  const [invoice] = (await call(boss, 'GET', 'invoices?filter[state]=open')).data
  const file = (await call(boss, 'GET', `invoices/${invoice.id}/pdf`)).raw
  assert.match(file.toString('latin1'), /\/Subtype \/Image[^]*\/Width 600/)
  assert.equal((await call(admin, 'DELETE', 'company/picture')).status, 204)
  assert.equal((await call(admin, 'GET', 'company')).data.logo, '')
})
