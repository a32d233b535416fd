import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { trytonServer } from '@weft/catalogue/connectors/tryton/testing/counterpart.ts'
import { tryton } from '@weft/catalogue/connectors/tryton/tryton.ts'
import { trytonBody } from '@weft/catalogue/connectors/tryton/tryton.server.ts'
import { anSftpServer } from '@weft/engine/storage/testing/sftp-server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { drag } from '@weft/kit/testing/browser.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { mariaDb } from '@weft/kit/testing/mariadb.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import mysql from 'mysql2/promise'
import type { Locator, Page } from 'playwright-core'
import pg from 'pg'
import { aJourney, seenInBoth } from './opening.ts'

const [database, erpServer] = [await mariaDb(), await trytonServer()]
const skip = typeof database === 'string' ? database : typeof erpServer === 'string' ? erpServer : false

/** The shop of a small company: a dozen orders, the last three of them not paid. */
const shopTables = `create database shop character set utf8mb4; use shop; set time_zone = '+00:00';
  create table sales_order (id bigint primary key auto_increment, number varchar(20) not null unique, status enum('new','paid') not null,
    total decimal(12,2) not null, placed_on date not null,
    updated_at timestamp(6) not null default current_timestamp(6) on update current_timestamp(6));
  insert into sales_order (number, status, total, placed_on, updated_at)
    select concat('HH-', seq), if(seq > 9, 'new', 'paid'), seq * 11.10, date '2026-11-01' + interval seq day, now(6) - interval 90 - seq minute from seq_1_to_12`

if (typeof database === 'string' || typeof erpServer === 'string') test('the day of connections', { skip }, () => {})
else {
  const shop = await mysql.createConnection({
    host: database.host,
    port: database.port,
    user: database.username,
    password: database.password,
    multipleStatements: true,
  })
  after(() => shop.end())
  await shop.query(shopTables)

  const { owner_url } = await testDatabase()
  const warehouseAt = new URL(owner_url)
  const warehouse = new pg.Client(owner_url)
  await warehouse.connect()
  after(() => warehouse.end())
  await warehouse.query(`create table confirmed_order (order_number varchar(20) primary key, net_total numeric(12,2) not null,
    ordered_on date not null)`)

  const partnerFolder = mkdtempSync(path.join(tmpdir(), 'weft-partner-'))
  after(() => rmSync(partnerFolder, { recursive: true, force: true }))
  const partner = await anSftpServer({ root: partnerFolder })

  const erpAddress = `http://127.0.0.1:${erpServer.port}`
  const erp = await trytonBody.open!(
    tryton.settings.parse({ base_url: erpAddress, database: 'shop', user: 'admin', password: 'Right-Word-1' }),
    webReach,
  )
  after(() => erp.close())
  const made = async (table: string, record: DataRecord) => {
    const { written, rejected } = await (await erp.write!({ table, mode: 'insert' })).write([record])
    assert.deepEqual(rejected, [], table)
    return Number(written[0]!['id'])
  }
  const inErp = async (table: string, fields: string[], filter: Parameters<typeof erp.read>[0]['filter'] = []) => {
    const records: DataRecord[] = []
    for await (const batch of erp.read({ table, fields, filter })) records.push(...batch.records)
    return records
  }
  /** What the ERP has to know before anybody can order. */
  const euro = { name: 'Euro', code: 'EUR', symbol: '€', digits: 2, rounding: '0.01' }
  const currency = await made('currency.currency', { ...euro, rates: [{ date: '2026-01-01', rate: '1' }] })
  const company = await made('company.company', { party: await made('party.party', { name: 'Hanse' }), currency })
  await (await erp.write!({ table: 'res.user', mode: 'update' })).write([{ id: 1, companies: [company], company }])
  const buyer = await made('party.party', { name: 'Web shop', addresses: [{ city: 'Kiel' }] })
  const [place] = await inErp('party.address', ['id'], [{ field: 'party', operator: 'equals', value: buyer }])

  const { product, pageOf } = await aJourney()
  const { admin, user, sign_in } = await aTenantOn(product, 'Hanse Handel')
  await admin.put('settings/egress', {
    allow: [
      { host: database.host, port: database.port },
      { host: warehouseAt.hostname, port: Number(warehouseAt.port) },
      { host: '127.0.0.1', port: partner.port },
      { host: '127.0.0.1', port: erpServer.port },
    ],
  })
  const structureOf = async (term: string) => (await user.get(`data_structures?searchTerm=${term}`))[0]
  const recordsOf = async (term: string): Promise<any[]> =>
    (await user.call('GET', `data_structures/${(await structureOf(term)).id}/records?perPage=100&sort=id`)).body.data
  const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`)).first()
  const pick = async (page: Page, input: Locator, option: string | RegExp) => {
    await input.click()
    await page
      .getByRole('option', { name: option, exact: typeof option === 'string' })
      .filter({ visible: true })
      .first()
      .click()
  }
  /** Fills a form for a system and waits until it can be reached. */
  async function connect(page: Page, connector: string, name: string, settings: Record<string, string>) {
    await page.goto(`${product.url}/project/integrations/connections/create?connector=${connector}`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    for (const [label, value] of Object.entries(settings)) await field(page, label).fill(value)
    if (connector === 'postgres') await pick(page, page.getByRole('combobox', { name: 'Encryption' }), 'None')
    // The list of what is allowed is read anew within ten seconds.
    const [again, works] = [page.getByRole('button', { name: 'Test now' }), page.getByText(/^Connected in /)]
    for (let tries = 0; tries < 30 && !(await works.isVisible()); tries++) {
      await again.click()
      await works.or(page.getByText('The authentication test failed:')).first().waitFor()
      if (!(await works.isVisible())) await sleep(500)
    }
    await works.waitFor()
    await page.getByRole('button', { name: 'Create connection' }).click()
    await page.getByRole('heading', { name }).waitFor()
  }

  test('a shop’s table comes in every five minutes, and its rows are charted', { timeout: 900_000 }, async () => {
    const page = await pageOf(sign_in, '/project/integrations/select-connector')
    page.setDefaultTimeout(180_000)
    const next = () => page.getByRole('button', { name: 'Continue' }).click()
    const step = (heading: string) => page.getByRole('heading', { name: heading }).waitFor()
    await page.getByRole('radio', { name: /^MySQL \/ MariaDB/ }).click()
    await next()
    await step('Sign in to MySQL / MariaDB')
    await field(page, 'Name').fill('Shop Kiel')
    await field(page, 'Host').fill(database.host)
    await field(page, 'Port').fill(String(database.port))
    await field(page, 'Database').fill('shop')
    await field(page, 'User').fill(database.username)
    await pick(page, page.getByRole('combobox', { name: 'Encryption' }), 'None')
    await field(page, 'Password').fill(database.password)
    const ready = page.getByText('Ready to read')
    const refused = page.getByRole('status').filter({ hasText: 'internal network' })
    for (let tries = 0; tries < 30; tries++) {
      await ready.or(refused).first().waitFor()
      if (await ready.isVisible()) break
      await page.getByRole('button', { name: 'Again' }).click()
      await sleep(500)
    }
    await next()
    await step('Which data should arrive?')
    await page.getByRole('combobox', { name: 'What tells changes in sales_order' }).waitFor()
    await page
      .getByRole('checkbox', { name: /sales_order/ })
      .first()
      .click()
    await next()
    await step('What is in the data')
    await page.getByText('Draft saved').waitFor()
    await next()
    await step('How it stays up to date')
    await pick(
      page,
      page
        .getByRole('combobox', { name: /^Rhythm/ })
        .or(field(page, 'Rhythm'))
        .first(),
      'Every 5 minutes',
    )
    await next()
    await step('How it is stored')
    await next()
    await step('Save and run for the first time')
    await page.getByRole('button', { name: 'Save and run' }).click()
    await page.getByRole('heading', { name: 'Done. The first run has ended well.' }).waitFor()
    await page.getByRole('link', { name: 'See the rows' }).click()
    await page.getByText('HH-12', { exact: true }).waitFor()
    await seenInBoth(page, 'day-rows')

    const { id: structure_id } = await structureOf('sales_order')
    await user.post('data_sets', {
      name: 'Sales by state',
      definition: {
        structures: [{ as: 'orders', structure_id }],
        fields: [
          { name: 'status', of: 'orders', field: 'status', label: 'State' },
          { name: 'total', of: 'orders', field: 'total', function: 'sum', label: 'Total' },
        ],
        sort: [{ field: 'status' }],
      },
    })
    await page.goto(`${product.url}/project/insights`)
    await page.getByRole('main').getByRole('link', { name: 'Add chart' }).first().click()
    await page.getByRole('textbox', { name: /^Label/ }).fill('Sales by state')
    await page
      .getByRole('radio', { name: 'Column' })
      .or(page.getByRole('button', { name: 'Column' }))
      .first()
      .click()
    await page.getByRole('img', { name: 'Sales by state' }).locator('canvas, svg').first().waitFor()
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.waitForURL(/insights\/[0-9a-f-]{36}$/)
    const figures = page.getByRole('table', { name: 'Sales by state' }).getByRole('row')
    await figures.filter({ hasText: 'paid' }).getByText('499.5').waitFor()
    await seenInBoth(page, 'day-chart')
  })

  test(
    'paid orders are mapped into a database, confirmed as XML on SFTP, and ordered in the ERP',
    { timeout: 900_000 },
    async () => {
      // The shop changes now; the clock of the first test brings it in while the day goes on.
      await shop.query(`update sales_order set status = 'paid' where number = 'HH-10'`)
      const page = await pageOf(sign_in, '/project/integrations/connections')
      page.setDefaultTimeout(180_000)
      await connect(page, 'postgres', 'Warehouse', {
        Host: warehouseAt.hostname,
        Port: warehouseAt.port,
        Database: warehouseAt.pathname.slice(1),
        User: decodeURIComponent(warehouseAt.username),
        Password: decodeURIComponent(warehouseAt.password),
      })
      await connect(page, 'sftp', 'Partner', {
        Host: '127.0.0.1',
        Port: String(partner.port),
        User: partner.username,
        Password: partner.password,
      })
      await connect(page, 'tryton', 'ERP', {
        Address: erpAddress,
        Database: 'shop',
        User: 'admin',
        Password: 'Right-Word-1',
      })

      const source = await structureOf('sales_order')
      const target = await user.post('data_structures', {
        label: 'Confirmed order',
        class_name: 'ConfirmedOrder',
        table_name: 'confirmed_order',
        fields: [
          { name: 'order_number', type: 'text', length: 20, primary_key: true, nullable: false },
          { name: 'net_total', type: 'decimal', precision: 12, scale: 2, nullable: true },
          { name: 'ordered_on', type: 'date', nullable: true },
        ].map((one) => ({ id: crypto.randomUUID(), ...one })),
      })
      const sale = {
        reference: '{{ order_number }}',
        sale_date: '{{ ordered_on }}',
        company: String(company),
        currency: String(currency),
        party: String(buyer),
        invoice_address: String(place!['id']),
        shipment_address: String(place!['id']),
        invoice_method: 'manual',
        shipment_method: 'manual',
        lines: `[{"type":"line","description":"Shop order {{ order_number }}","quantity":1,"unit_price":"{{ net_total }}"}]`,
      }
      const typeOf = (name: string) =>
        name === 'lines' ? 'json' : /^\d+$/.test(sale[name as keyof typeof sale]) ? 'number' : 'as_is'
      const workflow = {
        weft: 1,
        label: 'Confirm orders',
        steps: [
          { id: 'start', element: 'manual' },
          {
            id: 'read',
            element: 'read_records',
            settings: {
              structure_id: source.id,
              filter: [{ field: 'status', operator: 'equals', value: 'paid' }],
            },
          },
          { id: 'map', element: 'mapping' },
          { id: 'store', element: 'connector_write' },
          {
            id: 'letter',
            element: 'text',
            settings: {
              text: '<?xml version="1.0" encoding="UTF-8"?>\n<OrderConfirmation><Number>{{ order_number }}</Number><Total currency="EUR">{{ net_total }}</Total><Date>{{ ordered_on }}</Date></OrderConfirmation>\n',
              into: 'content',
            },
          },
          {
            id: 'send',
            element: 'file_transfer',
            settings: { operation: 'put', path: 'confirmations/{{ order_number }}.xml' },
          },
          {
            id: 'sale',
            element: 'set_fields',
            settings: {
              keep_others: false,
              fields: Object.entries(sale).map(([name, value]) => ({ field: name, value, type: typeOf(name) })),
            },
          },
          { id: 'order', element: 'connector_write', settings: { mode: 'insert' } },
        ],
        edges: [
          { from: 'start.out', to: 'read.in' },
          { from: 'read.out', to: 'map.in' },
          { from: 'map.out', to: 'store.in' },
          { from: 'store.written', to: 'letter.in' },
          { from: 'letter.out', to: 'send.in' },
          { from: 'send.out', to: 'sale.in' },
          { from: 'sale.out', to: 'order.in' },
        ],
      }
      const { id } = await user.post('workflows', {
        label: 'Confirm orders',
        class_name: 'ConfirmOrders',
        source: JSON.stringify(workflow),
      })

      // The mapping is drawn.
      await page.goto(`${product.url}/project/mappings/create`)
      await page.getByRole('textbox', { name: /^Name/ }).fill('Shop order to confirmed order')
      await pick(
        page,
        page
          .getByRole('combobox', { name: /^Source/ })
          .or(page.getByLabel(/^Source/))
          .first(),
        source.label,
      )
      await pick(
        page,
        page
          .getByRole('combobox', { name: /^Target/ })
          .or(page.getByLabel(/^Target/))
          .first(),
        target.label,
      )
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      const port = (tree: string, name: string) =>
        page
          .getByRole('tree', { name: tree })
          .getByRole('treeitem', { name: new RegExp(`^${name} ?,`) })
          .locator('[data-port]')
      await port(target.label, 'order_number').waitFor()
      for (const [from, to] of [
        ['number', 'order_number'],
        ['total', 'net_total'],
        ['placed_on', 'ordered_on'],
      ] as const)
        await drag(page, port(source.label, from), port(target.label, to))
      await page.getByText('3 of 3 mapped').waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('unsaved changes').waitFor({ state: 'hidden' })

      // The workflow is told where to: connections and tables are offered, and what is there is seen before it runs.
      await page.goto(`${product.url}/project/workflows/${id}/mode/build`)
      const open = (name: string) => page.locator(`.react-flow__node[data-id=${name}]`).click()
      const settings = page.getByRole('complementary', { name: 'Settings of the step' })
      const setting = (label: string) => settings.getByLabel(new RegExp(`^${label}( \\*)?$`)).first()
      await open('map')
      await pick(page, setting('Mapping'), 'Shop order to confirmed order')
      await open('store')
      await pick(page, setting('Connection'), 'warehouse')
      await pick(page, setting('Table'), 'confirmed_order')
      await settings.getByRole('button', { name: 'Show ten records' }).click()
      await settings.getByText('Nothing is there at the moment.').waitFor()
      await open('send')
      await pick(page, setting('Connection'), 'partner')
      await open('order')
      await pick(page, setting('Connection'), 'erp')
      await setting('Table').fill('sale.sal')
      await page.getByRole('option', { name: 'sale.sale', exact: true }).click()
      await page.getByText('No hints').waitFor()
      await seenInBoth(page, 'day-workflow')
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText(/Published as version/).waitFor()
      await page.getByRole('button', { name: 'Test run' }).click()
      await page.getByRole('radio', { name: 'Real run' }).click()
      await page.getByRole('checkbox', { name: 'Yes, write and send for real' }).click()
      await page.getByRole('button', { name: 'Run for real' }).click()
      await page.locator('.react-flow__node[data-id=order] [data-state]').waitFor()
      const [{ id: job_id }] = await user.get(`jobs?filter[workflow_id]=${id}`)
      const job = await user.ended(job_id)
      assert.deepEqual([job.status, job.error ?? null], ['stopped', null])

      const numbers = Array.from({ length: 9 }, (_, i) => `HH-${i + 1}`)
      const { rows } = await warehouse.query<{ order_number: string; net_total: string; ordered_on: string }>(
        'select order_number, net_total::text, ordered_on::text from confirmed_order order by ordered_on limit 9',
      )
      assert.deepEqual(
        rows.map(({ order_number }) => order_number),
        numbers,
      )
      assert.deepEqual(rows[0], { order_number: 'HH-1', net_total: '11.10', ordered_on: '2026-11-02' })
      const folder = path.join(partnerFolder, 'confirmations')
      assert.ok(numbers.every((number) => readdirSync(folder).includes(`${number}.xml`)))
      assert.equal(
        readFileSync(path.join(folder, 'HH-3.xml'), 'utf8'),
        '<?xml version="1.0" encoding="UTF-8"?>\n<OrderConfirmation><Number>HH-3</Number><Total currency="EUR">33.30</Total><Date>2026-11-04</Date></OrderConfirmation>\n',
      )
      const sales = await inErp('sale.sale', ['id', 'reference', 'party'])
      assert.deepEqual(
        numbers.filter((number) => !sales.some(({ reference }) => reference === number)),
        [],
      )
      const third = sales.find(({ reference }) => reference === 'HH-3')!
      const about = [{ field: 'sale', operator: 'equals', value: third['id'] } as const]
      assert.deepEqual(await inErp('sale.line', ['description', 'quantity', 'unit_price'], about), [
        { description: 'Shop order HH-3', quantity: 1, unit_price: '33.30' },
      ])
    },
  )

  test('what changes in the shop arrives by the clock, and by it alone', { timeout: 900_000 }, async () => {
    const { workflow_id } = (await user.get('integrations'))[0]
    const arrived = async () => (await recordsOf('sales_order')).find(({ number }) => number === 'HH-10').status
    for (const until = Date.now() + 360_000; (await arrived()) !== 'paid' && Date.now() < until;) await sleep(2_000)
    assert.equal(await arrived(), 'paid')
    const jobs: any[] = await user.get(`jobs?filter[workflow_id]=${workflow_id}`)
    const byClock = await user.get(`jobs/${jobs[0].id}`)
    const read = byClock.steps.find(({ step }: { step: string }) => step.startsWith('read_'))
    // The look back finds the newest of the first run once more, and nothing else is read again.
    assert.ok(jobs.length >= 2 && read.exits.out < 12, JSON.stringify(read))
  })
}
