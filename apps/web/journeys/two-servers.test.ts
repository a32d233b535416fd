import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { furnish } from '@weft/server/demo/seed.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'

const found = await mariaDb()
const skip = typeof found === 'string' ? found : false
const maria = found as MariaDb
const password = 'Correct-Horse-1'

/** A project as the demo's furnisher calls it. */
const furnisher = (client: Client) => ({
  get: client.get, post: client.post, put: client.put,
  upload(path: string, name: string, content: Buffer) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(content)], { type: 'text/csv' }), name)
    return client.ask('POST', path, form)
  },
})

async function inProject(url: string, domain: string): Promise<Client> {
  const user = await Client.signIn(url, { email: `ada@${domain}`, password })
  const project = await user.post('projects', { name: 'Commerce hub', short: 'hub' })
  return user.with({ 'x-project-id': project.id })
}

/** All sales orders, without what the store adds to them. */
async function salesOrders(project: Client) {
  const structure = (await project.get('data_structures?noPagination=true')).find(({ class_name }: { class_name: string }) => class_name === 'SalesOrder')
  const names = structure.fields.map(({ name }: { name: string }) => name) as string[]
  const key = structure.fields.find(({ primary_key }: { primary_key: boolean }) => primary_key).name as string
  const all: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const rows = (await project.get(`data_structures/${structure.id}/records?perPage=500&page=${page}&sort=${key}`)) as Record<string, unknown>[]
    all.push(...rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))))
    if (rows.length < 500) return all
  }
}

async function runAgain(project: Client) {
  const workflow = (await project.get('workflows?noPagination=true')).find(({ class_name }: { class_name: string }) => class_name === 'ImportSalesOrders')
  const { job_id } = await project.post(`workflows/${workflow.id}/run`)
  for (;;) {
    const job = await project.get(`jobs/${job_id}`)
    if (['stopped', 'error', 'warning', 'aborted', 'info'].includes(job.status)) return [job.status, job.error ?? null]
    await sleep(200)
  }
}

/** Nested values come in an order of their own from each kind of database. */
const ordered = (_: string, value: unknown) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value)

function same(a: unknown[], b: unknown[]) {
  assert.equal(a.length, b.length)
  for (const [i, row] of a.entries()) assert.equal(JSON.stringify(row, ordered), JSON.stringify(b[i], ordered))
}

test('a tenant on MariaDB and one on PostgreSQL run the same workflow, and one moves to the other server before the eyes of the provider', { skip, timeout: 420_000 }, async () => {
  const product = await startProduct({ environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
  after(() => product.stop())
  const browser = await openBrowser()
  after(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('language', 'en'))
  const page: Page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => assert.fail(error))
  const dialog = page.getByRole('dialog')

  await page.goto(`${product.url}/login`)
  await page.locator('[name=email]').fill(adminSignIn.email)
  await page.locator('[name=password]').fill(adminSignIn.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')

  // The server is registered, after a wrong password was told.
  await page.goto(`${product.url}/admin/settings/server`)
  await page.getByRole('button', { name: 'Add server', exact: true }).click()
  await dialog.getByLabel('Name').fill('Sea')
  await dialog.getByRole('combobox', { name: 'Engine' }).or(dialog.getByLabel('Engine')).first().click()
  await page.getByRole('option', { name: 'MySQL / MariaDB' }).click()
  await dialog.getByLabel('Host').fill(maria.host)
  await dialog.getByLabel('Port').fill(String(maria.port))
  await dialog.getByLabel('Administrator').fill(maria.username)
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await dialog.getByText(/The database could not be opened\..*Access denied/).waitFor()
  await dialog.getByLabel('Password').fill(maria.password)
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await dialog.getByText(/Connected: MariaDB/).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/MariaDB [\d.]+, .*connections free/).waitFor()
  await assertAccessible(page)

  // One tenant by the wizard on MariaDB, one by the API on the built-in PostgreSQL.
  await page.goto(`${product.url}/admin/clients/create`)
  await page.getByLabel('Company name').fill('Kutter')
  await page.getByLabel('Workspace domain').fill('kutter.example')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Hansen')
  await page.getByLabel(/^E-mail/).fill('ada@kutter.example')
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('combobox', { name: 'Database server' }).click()
  await page.getByRole('option', { name: 'Sea' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Create tenant' }).click()
  await page.getByRole('heading', { name: 'Kutter is ready' }).waitFor()
  const admin = await Client.signIn(product.url, adminSignIn, 'admin')
  const servers = (await admin.get('database_servers')) as { id: string; name: string; embedded: boolean }[]
  await admin.post('clients', { name: 'Kontor', workspace: 'kontor.example', server_id: servers.find(({ embedded }) => embedded)!.id, user: { first_name: 'Ada', last_name: 'Hansen', email: 'ada@kontor.example', password } })

  const [kutter, kontor] = [await inProject(product.url, 'kutter.example'), await inProject(product.url, 'kontor.example')]
  await furnish(furnisher(kutter))
  await furnish(furnisher(kontor))
  const before = await salesOrders(kutter)
  assert.equal(before.length, 830)
  same(before, await salesOrders(kontor))

  const clients = (await admin.get('clients?noPagination=true')) as { id: string; name: string }[]
  await page.goto(`${product.url}/admin/clients/${clients.find(({ name }) => name === 'Kutter')!.id}/databases`)
  await page.getByRole('button', { name: 'Move to another server' }).click()
  await dialog.getByRole('combobox', { name: 'Server' }).or(dialog.getByLabel('Server')).first().click()
  await page.getByRole('option', { name: /PostgreSQL/ }).click()
  await dialog.getByRole('button', { name: 'Move now' }).click()
  await page.getByText('Moved', { exact: true }).waitFor({ timeout: 120_000 })
  await page.getByText(/tables compared, all the same/).waitFor()
  await assertAccessible(page)
  same(await salesOrders(kutter), before)
  assert.deepEqual(await runAgain(kutter), ['stopped', null])
  assert.deepEqual(await runAgain(kontor), ['stopped', null])
  same(await salesOrders(kutter), before)
  same(await salesOrders(kontor), before)

  // And back, where it runs once more.
  await page.getByRole('button', { name: 'Move to another server' }).click()
  await dialog.getByRole('combobox', { name: 'Server' }).or(dialog.getByLabel('Server')).first().click()
  await page.getByRole('option', { name: /Sea/ }).click()
  await dialog.getByRole('button', { name: 'Move now' }).click()
  await page.getByText('Moved', { exact: true }).nth(1).waitFor({ timeout: 120_000 })
  same(await salesOrders(kutter), before)
  assert.deepEqual(await runAgain(kutter), ['stopped', null])
  same(await salesOrders(kutter), before)

  await page.getByRole('button', { name: 'New password' }).first().click()
  await dialog.getByRole('button', { name: 'New password' }).click()
  await page.getByText('The login has a new password').first().waitFor()
  assert.deepEqual(await runAgain(kutter), ['stopped', null])
})
