import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import pg from 'pg'
import { aJourney, seenInBoth } from './opening.ts'

let down = false
const shop = createServer((request, response) => {
  if (down) return request.socket.destroy()
  const isKnown = request.headers.authorization === 'Bearer Right-Key-1'
  response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ url: request.url, key: request.headers.authorization }))
})
await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
after(() => shop.close())
const { port } = shop.address() as AddressInfo

const { product, pageOf } = await aJourney()
const { admin, user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const home = '/project/integrations/connections'
const address = `http://127.0.0.1:${port}/api`

test('a shop is connected: an address not allowed, a wrong key and the right one are told, and the key is never seen again', async () => {
  const page = await pageOf(sign_in, home)
  await page.getByText('No connections yet').waitFor()
  await seenInBoth(page, 'connections-empty')
  await page.goto(`${product.url}/project/workflows/connectors`)
  await page.getByRole('article').filter({ hasText: 'REST / HTTP' }).getByRole('link', { name: 'Connect' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop Hamburg')
  assert.equal(await page.getByRole('textbox', { name: 'Technical name' }).inputValue(), 'shop_hamburg')
  await page.getByRole('button', { name: 'Test now' }).click()
  await page.getByText('Some settings are missing or wrong').waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
  await page.getByRole('button', { name: 'Test now' }).click()
  await page.getByText('The authentication test failed:').waitFor()
  await page.getByText('lies in an internal network').first().waitFor()
  await admin.put('settings/egress', { allow: [{ host: '127.0.0.1', port }] })
  await page.getByRole('combobox', { name: 'Sign-in' }).click()
  await page.getByRole('option', { name: 'Bearer token' }).click()
  await page.getByLabel('Password, token or key').fill('Wrong-Key-1')
  const again = page.getByRole('button', { name: 'Test now' })
  // The list of what is allowed is read anew within ten seconds.
  while (!(await page.getByText('Sign-in refused').isVisible())) {
    await again.click()
    await page.getByText('The authentication test failed:').waitFor()
  }
  await seenInBoth(page, 'connection-refused')
  await page.getByLabel('Password, token or key').fill('Right-Key-1')
  await again.click()
  await page.getByText(/^Connected in /).waitFor()
  await page.getByRole('button', { name: 'Create connection' }).click()
  await page.getByRole('heading', { name: 'Shop Hamburg' }).waitFor()
  await page.getByRole('button', { name: 'Test now' }).click()
  await page.getByText('Shop Hamburg answers').waitFor()
  await page.getByText('Healthy').first().waitFor()
  assert.equal((await page.content()).includes('Right-Key-1'), false)
  await seenInBoth(page, 'connection')
  await page.goto(product.url + home)
  await page.getByRole('link', { name: 'Shop Hamburg' }).waitFor()
  await seenInBoth(page, 'connections')
})

test('a stored key goes nowhere else, and stays when something else is changed', async () => {
  const [{ id }] = await user.get('connections')
  const page = await pageOf(sign_in, `${home}/${id}/edit`)
  const url = page.getByRole('textbox', { name: 'Address' })
  await url.fill('http://127.0.0.1:9/other')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('it was stored for another address').waitFor()
  await assertAccessible(page)
  await url.fill(address)
  await page.getByRole('textbox', { name: 'Path to test with' }).fill('/status')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Connection saved').waitFor()
  await page.getByText('/status').waitFor()
  assert.equal((await user.post(`connections/${id}/test`)).ok, true)
})

test('a workflow names it: address and key come from the connection, and the key is masked in what the shop echoes', async () => {
  const document = {
    weft: 1,
    label: 'Orders',
    steps: [
      { id: 'start', element: 'manual' },
      { id: 'ask', element: 'http_request' },
      { id: 'done', element: 'finish', settings: { return_values: { said: '{{ url }} {{ key }}' } } },
    ],
    edges: [
      { from: 'start.out', to: 'ask.in' },
      { from: 'ask.out', to: 'done.in' },
    ],
  }
  const source = JSON.stringify(document)
  const { id } = await user.post('workflows', { label: 'Orders', class_name: 'Orders', source })
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
  await page.locator('.react-flow__node[data-id=ask]').click()
  const settings = page.getByRole('complementary', { name: 'Settings of the step' })
  await settings
    .getByLabel(/^Connection/)
    .first()
    .click()
  await page.getByRole('option', { name: 'shop_hamburg' }).click()
  await settings
    .getByLabel(/^Address/)
    .first()
    .fill('orders/7')
  await seenInBoth(page, 'connection-in-step')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved as version/).waitFor()
  await user.post(`workflows/${id}/publish`)
  const { job_id } = await user.post(`workflows/${id}/run`)
  const job = await user.ended(job_id)
  assert.deepEqual(
    [job.status, job.return_values],
    ['stopped', { said: '/api/orders/7 Bearer ••••(shop_hamburg.secret)' }],
  )
})

test('the tables of a database are looked into: fields, keys, what they refer to, and a few rows', async () => {
  const { owner_url } = await testDatabase()
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  await owner.query(`create schema shop;
    create table shop.customer (id int primary key, email varchar(254) not null, updated_at timestamptz not null default now());
    create table shop.sales_order (id bigint generated always as identity primary key, number varchar(20) not null unique,
      customer_id int references shop.customer (id), total numeric(20,2), placed_at timestamptz not null default now());
    create view shop.open_orders as select number, total from shop.sales_order;
    create table shop.order_copy (like shop.sales_order including all);
    insert into shop.customer select n, 'c' || n || '@hanse.example' from generate_series(1, 40) n;
    insert into shop.sales_order (number, customer_id, total, placed_at)
      select 'HH-' || n, 1 + n % 40, n * 1.1, now() - (500 - n) * interval '1 hour' from generate_series(1, 500) n;
    analyze`)
  await owner.end()
  const { hostname: host, port, username, password, pathname } = new URL(owner_url)
  await admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }, { host, port: Number(port) }] })
  const { id } = await user.post('connections', {
    label: 'Warehouse',
    name: 'warehouse',
    connector: 'postgres',
    settings: { host, port: Number(port), user: username, password, database: pathname.slice(1), encryption: 'none' },
  })
  const page = await pageOf(sign_in, `${home}/${id}/tables?table=shop.sales_order`, { mayFail: true })
  const again = page.getByRole('button', { name: 'Read again' }).first()
  // The list of what is allowed is read anew within ten seconds.
  const tables = page.getByRole('navigation', { name: 'Tables' })
  for (const until = Date.now() + 30_000; Date.now() < until && !(await tables.isVisible()); await sleep(500))
    if (await again.isVisible()) await again.click()
  await page.getByText('about 500 rows').waitFor()
  await page.getByRole('row', { name: /customer_id integer → shop.customer/ }).waitFor()
  await page.getByRole('row', { name: /^id bigint Key/ }).waitFor()
  await page.getByRole('region', { name: 'Sample' }).getByText('HH-500').waitFor()
  await seenInBoth(page, 'connection-tables')
  await page.getByRole('textbox', { name: 'Find a table' }).fill('open')
  await page.getByRole('button', { name: /shop.open_orders/ }).click()
  await page.getByText('No field tells one record from another').waitFor()
  await assertAccessible(page)
})

test('a workflow reads a table of one connection and writes it into another: tables are offered, and all of it arrives', async () => {
  const source = JSON.stringify({
    weft: 1,
    label: 'Copy orders',
    steps: [
      { id: 'start', element: 'manual' },
      { id: 'read', element: 'connector_read', settings: { connection: 'warehouse', table: 'shop.sales_order' } },
      { id: 'write', element: 'connector_write', settings: { connection: 'warehouse', table: 'shop.order_copy' } },
      { id: 'done', element: 'finish' },
    ],
    edges: [
      { from: 'start.out', to: 'read.in' },
      { from: 'read.out', to: 'write.in' },
      { from: 'write.written', to: 'done.in' },
    ],
  })
  const { id } = await user.post('workflows', { label: 'Copy orders', class_name: 'CopyOrders', source })
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
  await page.locator('.react-flow__node[data-id=read]').click()
  const settings = page.getByRole('complementary', { name: 'Settings of the step' })
  const table = settings.getByLabel(/^Table/).first()
  await table.fill('shop.')
  await page.getByRole('option', { name: 'shop.open_orders' }).waitFor()
  await seenInBoth(page, 'connection-table-in-step')
  await page.getByRole('option', { name: 'shop.sales_order' }).click()
  const records = settings.getByRole('region', { name: 'In the other system', exact: true })
  await records.getByRole('button', { name: 'Show ten records' }).click()
  await records.getByRole('cell', { name: 'HH-500' }).waitFor()
  assert.equal(await records.getByRole('row').count(), 11)
  await seenInBoth(page, 'connection-records-in-step')
  // What is not there any more is marked with what is like it, which is offered; it may be saved nevertheless.
  await table.fill('shop.sales_ordr')
  await settings.getByText('The system has no table shop.sales_ordr any more').waitFor()
  await settings.getByText('Similar: shop.sales_order').waitFor()
  await seenInBoth(page, 'connection-vanished-in-step')
  await records.getByRole('button', { name: 'Show ten records' }).click()
  await records.getByText('It is not there any more').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved as version/).waitFor()
  await table.click()
  await page.getByRole('option', { name: 'shop.sales_order', exact: true }).click()
  await settings.getByText('any more').first().waitFor({ state: 'detached' })
  const only = settings.getByLabel(/^Fields/).first()
  await only.fill('nmber')
  await page.keyboard.press('Enter')
  await settings.getByText('The table shop.sales_order has no field nmber any more. Similar: number.').waitFor()
  await page.keyboard.press('Backspace')
  await settings.getByText('has no field').waitFor({ state: 'detached' })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes(id))
  await page.getByRole('button', { name: 'Save' }).click()
  await saved
  await user.post(`workflows/${id}/publish`)
  const { job_id } = await user.post(`workflows/${id}/run`)
  const job = await user.ended(job_id)
  const { exits } = job.steps.find(({ step }: { step: string }) => step === 'write')
  assert.deepEqual([job.status, exits], ['stopped', { written: 500 }])
  const [warehouse] = await user.get('connections?searchTerm=Warehouse')
  const { sample } = await user.get(`connections/${warehouse.id}/table?name=shop.order_copy`)
  assert.deepEqual([sample.length, sample[0].number, sample[0].total], [10, 'HH-500', '550.00'])
})

test('what has changed is read by the next run, and what runs have kept can be seen and forgotten', async () => {
  const [{ id }] = await user.get('workflows?searchTerm=Copy')
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
  await page.locator('.react-flow__node[data-id=read]').click()
  const settings = page.getByRole('complementary', { name: 'Settings of the step' })
  await settings.getByRole('combobox', { name: 'Read', exact: true }).click()
  await page.getByRole('option', { name: /What has changed/ }).click()
  await settings.getByRole('combobox', { name: /^Changed at/ }).fill('pl')
  await page.getByRole('option', { name: 'placed_at' }).click()
  await seenInBoth(page, 'connection-changes-in-step')
  await page.getByRole('button', { name: 'Publish' }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish the draft' })
  await publishing.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(/Published as version/).waitFor()
  const read = async () => {
    const { job_id } = await user.post(`workflows/${id}/run`)
    const { steps } = await user.ended(job_id)
    return steps.find(({ step }: { step: string }) => step === 'read').exits.out
  }
  assert.deepEqual([await read(), await read()], [500, 1])
  await page.goto(`${product.url}/project/workflows/${id}/properties`)
  await page.getByRole('row', { name: /^read / }).waitFor()
  await seenInBoth(page, 'workflow-kept-states')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Forget' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click()
  await page.getByRole('row', { name: /^read / }).waitFor({ state: 'detached' })
  assert.equal(await read(), 500)
})

test('one that breaks stands first, with the reason and since when, and is well again by itself', async () => {
  const [{ id }] = await user.get('connections?searchTerm=Hamburg')
  down = true
  for (let tries = 0; tries < 2; tries++) assert.equal((await user.post(`connections/${id}/test`)).ok, false)
  const page = await pageOf(sign_in, home)
  await page.getByRole('cell', { name: /Needs you/ }).waitFor()
  await page.getByRole('link', { name: 'Shop Hamburg' }).click()
  await page.getByText('it closed the connection').first().waitFor()
  await page.getByText('still').waitFor()
  await seenInBoth(page, 'connection-broken')
  await page.getByRole('button', { name: /Notifications/ }).click()
  await page.getByText('Shop Hamburg cannot be reached').first().waitFor()
  down = false
  await user.post(`connections/${id}/test`)
  await page.goto(`${product.url}${home}/${id}`)
  await page.getByText('Healthy').first().waitFor()
})
