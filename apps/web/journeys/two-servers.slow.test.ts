import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { makeOrders } from '@weft/server/demo/orders.ts'
import { runThrough } from '@weft/server/demo/project.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { aJourney } from './opening.ts'

const found = await mariaDb()
const skip = typeof found === 'string' ? found : false
const maria = found as MariaDb
const password = 'Correct-Horse-1'

/** A project as the demo's furnisher calls it. */
const furnisher = (client: Client) => ({
  get: client.get,
  post: client.post,
  put: client.put,
  upload(path: string, name: string, content: Buffer) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(content)], { type: 'text/csv' }), name)
    return client.ask('POST', path, form)
  },
})

/** The demo's orders, brought in once. */
async function furnish(client: Client) {
  const project = furnisher(client)
  const { load, imports } = await makeOrders(project)
  for (const workflow of [load, imports]) await runThrough(project, workflow, 'stopped')
}

async function inProject(url: string, domain: string): Promise<Client> {
  const user = await Client.signIn(url, { email: `ada@${domain}`, password })
  const project = await user.post('projects', { name: 'Commerce hub', short: 'hub' })
  return user.with({ 'x-project-id': project.id })
}

async function named(project: Client, path: string, wanted: string) {
  return (await project.get(`${path}?noPagination=true`)).find(
    ({ class_name }: { class_name: string }) => class_name === wanted,
  )
}

/** All sales orders, without what the store adds to them. */
async function salesOrders(project: Client) {
  const structure = await named(project, 'data_structures', 'SalesOrder')
  const names = structure.fields.map(({ name }: { name: string }) => name) as string[]
  const key = structure.fields.find(({ primary_key }: { primary_key: boolean }) => primary_key).name as string
  const all: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const rows = (await project.get(
      `data_structures/${structure.id}/records?perPage=500&page=${page}&sort=${key}`,
    )) as Record<string, unknown>[]
    all.push(...rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))))
    if (rows.length < 500) return all
  }
}

/** Takes some sales orders away and lets somebody run the workflow by hand that brings them back. */
async function runNorthwind(page: Page, project: Client) {
  const { id } = await named(project, 'data_structures', 'SalesOrder')
  const ids = ((await project.get(`data_structures/${id}/records?perPage=5`)) as { _id: string }[]).map(
    ({ _id }) => _id,
  )
  assert.deepEqual(await project.post(`data_structures/${id}/records/delete`, { ids }), { changed: 5 })
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Workflows', exact: true })
    .click()
  await page.getByRole('button', { name: 'More actions: Import sales orders' }).click()
  await page.getByRole('menuitem', { name: 'Run' }).click()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/run')),
    page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click(),
  ])
  const { data } = (await answer.json()) as { data: { job_id: string } }
  const workflow = await named(project, 'workflows', 'ImportSalesOrders')
  await page.goto(`${new URL(page.url()).origin}/project/workflows/reporting/${workflow.id}/${data.job_id}/details`)
  await page.getByRole('main').getByText('Completed successfully').first().waitFor()
}

/** Nested values come in an order of their own from each kind of database. */
const ordered = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

function same(a: unknown[], b: unknown[]) {
  assert.equal(a.length, b.length)
  for (const [i, row] of a.entries()) assert.equal(JSON.stringify(row, ordered), JSON.stringify(b[i], ordered))
}

async function choose(
  page: Page,
  label: string,
  option: string | RegExp,
  within: Page | Locator = page.getByRole('dialog'),
) {
  await within.getByRole('combobox', { name: label }).or(within.getByLabel(label)).first().click()
  await page.getByRole('option', { name: option }).click()
}

const done = Array.from({ length: 9 }, () => 'done')
/** How far the nine steps are. */
const states = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset['state']))

test(
  'a partner is set up and sets up a tenant on MariaDB and one on PostgreSQL; both run the same workflow; one moves to the other server and back, runs it again, and is locked out',
  { skip, timeout: 420_000 },
  async () => {
    const { product, aPage, pageOf } = await aJourney()
    const page = await pageOf(adminSignIn, '/admin/settings/server')
    const dialog = page.getByRole('dialog')

    // The server is registered, after a wrong password was told.
    await page.getByRole('button', { name: 'Add server', exact: true }).click()
    await dialog.getByLabel('Name').fill('Sea')
    await choose(page, 'Engine', 'MySQL / MariaDB')
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

    // The provider sets a partner up, whose first user is invited.
    await page.goto(`${product.url}/admin/partners`)
    await page.getByRole('link', { name: 'Create partner' }).first().click()
    await page.getByRole('heading', { name: 'Who is the partner?' }).waitFor()
    await page.getByLabel('Company name').fill('Südwind Systeme')
    await page.getByLabel('Abbreviation').fill('SW')
    await page.getByLabel('Workspace domain').fill('suedwind.example')
    await page.getByRole('combobox', { name: 'Contact person at the provider' }).click()
    await page.getByRole('option').nth(1).click()
    await page.getByLabel('Salutation').fill('Ms')
    await page.getByLabel('First name').fill('Sina')
    await page.getByLabel('Last name').fill('Süd')
    await page.getByLabel(/^E-mail/).fill('sina@suedwind.example')
    await page.getByRole('main').getByRole('button', { name: 'Create partner' }).click()
    await page.getByText('Password is required').waitFor()
    await page.getByLabel('Send an invitation instead of a password').check()
    await assertAccessible(page, 'partner form')
    await page.getByRole('main').getByRole('button', { name: 'Create partner' }).click()
    await page.getByRole('heading', { name: 'Südwind Systeme is ready' }).waitFor()
    assert.deepEqual(await states(page), done)
    const link = await page.getByText(/\/auth\/password\/reset#/).innerText()
    await page.getByRole('button', { name: 'Open partner' }).click()
    await page.getByRole('heading', { name: 'Südwind Systeme' }).waitFor()
    await page.getByRole('combobox', { name: 'Responsible at the partner' }).waitFor()
    await assertAccessible(page, 'partner')

    // Sina accepts the invitation, signs in and sets up two tenants, each with its records where Sina wants them.
    const invited = await aPage()
    await invited.goto(link.replace(/^https?:\/\/[^/]+/, product.url))
    await invited.locator('[name=password]').fill(password)
    await invited.locator('[name=password_confirmation]').fill(password)
    await invited.keyboard.press('Enter')
    await invited.getByRole('status').waitFor()
    const sina = await pageOf({ email: 'sina@suedwind.example', password }, '/partner/tenants/create')
    for (const [name, engine] of [
      ['Kutter', 'MySQL / MariaDB'],
      ['Kontor', 'PostgreSQL'],
    ] as const) {
      const domain = `${name.toLowerCase()}.example`
      await sina.getByLabel('Company name').fill(name)
      await sina.getByLabel('Workspace domain').fill(domain)
      await sina.getByLabel('First name').fill('Ada')
      await sina.getByLabel('Last name').fill('Hansen')
      await sina.getByLabel(/^E-mail/).fill(`ada@${domain}`)
      await sina.getByLabel(/^Password/).fill(password)
      await choose(sina, 'Kind of database', engine, sina)
      if (name === 'Kutter') await assertAccessible(sina, 'tenant form of a partner')
      await sina.getByRole('main').getByRole('button', { name: 'Create tenant' }).click()
      await sina.getByRole('heading', { name: `${name} is ready` }).waitFor()
      assert.deepEqual(await states(sina), done)
      await sina.goto(`${product.url}/partner/tenants/create`)
    }

    // The user of each signs in and runs the workflow.
    const [kutter, kontor] = [
      await inProject(product.url, 'kutter.example'),
      await inProject(product.url, 'kontor.example'),
    ]
    await furnish(kutter)
    await furnish(kontor)
    const ada = { email: 'ada@kutter.example', password }
    const [onKutter, onKontor] = [
      await pageOf(ada, '/project/workflows'),
      await pageOf({ email: 'ada@kontor.example', password }, '/project/workflows'),
    ]
    await runNorthwind(onKutter, kutter)
    await runNorthwind(onKontor, kontor)
    const before = await salesOrders(kutter)
    assert.equal(before.length, 830)
    same(before, await salesOrders(kontor))

    const admin = await Client.signIn(product.url, adminSignIn, 'admin')
    const idOf = Object.fromEntries(
      ((await admin.get('clients?noPagination=true')) as { id: string; name: string }[]).map(({ id, name }) => [
        name,
        id,
      ]),
    )
    const enginesOf = async (name: string) =>
      ((await admin.get(`clients/${idOf[name]}/databases`)) as { engine: string }[]).map(({ engine }) => engine)
    assert.deepEqual(
      [await enginesOf('Kutter'), await enginesOf('Kontor')],
      [
        ['mysql', 'postgres_documents'],
        ['postgres', 'postgres_documents'],
      ],
    )
    const at = `${product.url}/admin/clients/${idOf['Kutter']}`
    await page.goto(`${at}/databases`)
    await page.getByRole('button', { name: 'Move to another server' }).click()
    await choose(page, 'Server', /PostgreSQL/)
    await dialog.getByRole('button', { name: 'Move now' }).click()
    await page.getByText('Moved', { exact: true }).waitFor({ timeout: 120_000 })
    await page.getByText(/tables compared, all the same/).waitFor()
    await assertAccessible(page)
    same(await salesOrders(kutter), before)
    await runNorthwind(onKutter, kutter)
    await runNorthwind(onKontor, kontor)
    same(await salesOrders(kutter), before)
    same(await salesOrders(kontor), before)

    // And back, where it runs once more.
    await page.getByRole('button', { name: 'Move to another server' }).click()
    await choose(page, 'Server', /Sea/)
    await dialog.getByRole('button', { name: 'Move now' }).click()
    await page.getByText('Moved', { exact: true }).nth(1).waitFor({ timeout: 120_000 })
    same(await salesOrders(kutter), before)
    await runNorthwind(onKutter, kutter)
    same(await salesOrders(kutter), before)

    await page.getByRole('button', { name: 'New password' }).first().click()
    await dialog.getByRole('button', { name: 'New password' }).click()
    await page.getByText('The login has a new password').first().waitFor()
    await runNorthwind(onKutter, kutter)

    // Deactivated, nobody of it gets in, and each is told in their language whom to ask.
    await page.goto(at)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.locator('#main').getByText('Deactivated', { exact: true }).waitFor()
    for (const [language, told] of [
      ['en', 'Your account is deactivated. Please contact your partner.'],
      ['de', 'Ihr Konto ist deaktiviert. Bitte wenden Sie sich an Ihren Partner.'],
    ] as const) {
      const refused = await aPage({ language })
      await refused.goto(`${product.url}/login`)
      await refused.locator('[name=email]').fill(ada.email)
      await refused.locator('[name=password]').fill(ada.password)
      await refused.keyboard.press('Enter')
      await refused.getByText(told, { exact: true }).waitFor()
      assert.equal(new URL(refused.url()).pathname, '/login')
    }
  },
)
